import { deterministicId, newRecord, toObjectId, type StoredRecord } from '@ctdb/chassis';
import { DomainError, type FieldError } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { PatientRecord } from '../records/patient.record.js';
import { PatientsRepository } from './patients.repository.js';

/** Whose patient is looked for. */
export interface WantedPatient {
  practice: string;
  name: string;
  /** What a person says of a name that is known. */
  choice?: { patientId?: string | undefined; newPatient?: true | undefined };
  /** The entry that the patient is for: a repeated command gets the patient of the first time. */
  entry: Pick<StoredRecord, '_id' | 'idempotency'>;
}

/** Finds the patients of entries by their names, and makes new ones. */
@Injectable()
export class PatientFinder {
  constructor(private readonly patients: PatientsRepository) {}

  /**
   * The chosen patient; without a choice the only one of the name. A new one where there is none, or where
   * another person of the name is meant; a new undecided one where several have the name.
   */
  async findOrCreate(wanted: WantedPatient): Promise<PatientRecord> {
    const { practice, name, entry, choice: { patientId, newPatient } = {} } = wanted;
    const known = await this.patients.findNamesakes(practice, name);
    if (patientId !== undefined) {
      if (newPatient) throw refused('newPatient');
      return this.findChosen(known, patientId);
    }
    const [only] = known;
    if (only && known.length === 1 && !newPatient) return only;
    if (!only && !newPatient)
      return (await this.patients.createFirst(practice, name)) ?? this.findOrCreate(wanted);
    const id = deterministicId('patients', entry._id.toHexString());
    const common = newRecord(id, new Date(), undefined, entry.idempotency);
    const created = await this.patients.createNamesake(common, practice, name, !newPatient);
    return this.patients.findMerged(created);
  }

  private async findChosen(
    known: readonly PatientRecord[],
    patientId: string,
  ): Promise<PatientRecord> {
    const record = await this.patients.findById(toObjectId(patientId));
    // It may have been merged since the list of the known ones was read.
    const chosen = record && (await this.patients.findMerged(record));
    const patient = known.find(({ _id }) => chosen && _id.equals(chosen._id));
    if (!patient) throw refused('patientId');
    return patient;
  }
}

const refused = (path: 'patientId' | 'newPatient') => {
  const faults: FieldError[] = [{ path, code: 'NOT_ALLOWED' }];
  return new DomainError('VALIDATION_FAILED', { faults });
};
