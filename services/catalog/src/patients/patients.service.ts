import {
  deterministicId,
  newRecord,
  outboxEntry,
  practiceKey,
  purgeAt,
  toContract,
  toObjectId,
  type StoredRecord,
} from '@ctdb/chassis';
import {
  DomainError,
  hasRole,
  type HistoryEntry,
  MAX_EXPORTED_ENTRIES,
  mergedPatient,
  type Patient,
  patient as patientSchema,
  patientEntry,
  type PatientEntry,
  patientEvents,
  type Requests,
  type Subject,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { RegistryProjection } from '../diseases/projection/registry-projection.js';
import type { PatientRecord } from '../records/patient.record.js';
import type { HistoryRecord } from '../records/treatment.record.js';
import { PatientEntriesRepository } from './patient-entries.repository.js';
import { PatientsRepository, type ListedPatients } from './patients.repository.js';

/** Whose patient is looked for. */
export interface WantedPatient {
  practice: string;
  name: string;
  /** What a person says of a name that is known. */
  choice?: { patientId?: string | undefined; newPatient?: true | undefined };
  /** The entry that the patient is for: a repeated command gets the patient of the first time. */
  entry: Pick<StoredRecord, '_id' | 'idempotency'>;
}

/** The practice whose patients `subject` may see; undefined: those of all. */
const scopeOf = (subject: Subject): string | undefined =>
  hasRole(subject, 'admin') ? undefined : practiceKey(subject);

/**
 * Reads patients with what their entries tell, and finds those of entries by their names. Entries of deleted
 * diseases do not count.
 */
@Injectable()
export class PatientsService {
  constructor(
    private readonly patients: PatientsRepository,
    private readonly entries: PatientEntriesRepository,
    private readonly registry: RegistryProjection,
  ) {}

  async list(request: ListedPatients, viewer: Subject) {
    const { records, total } = await this.patients.findPage(scopeOf(viewer), request);
    return { items: await this.toPatients(records), total };
  }

  async get(id: string, viewer: Subject): Promise<Patient> {
    return this.toPatient(await this.find(id, viewer));
  }

  async listEntries({ id, page, limit }: Requests['listPatientEntries'], viewer: Subject) {
    const all = await this.findEntries(await this.find(id, viewer));
    return { items: all.slice((page - 1) * limit, page * limit), total: all.length };
  }

  async export(id: string, viewer: Subject) {
    const record = await this.find(id, viewer);
    const history = await this.findEntries(record);
    const merged = await this.patients.findMergedInto(record._id);
    return {
      exportedAt: new Date().toISOString(),
      patient: await this.toPatient(record),
      merged: merged.filter(({ name }) => name !== '').map(toMergedPatient),
      history: history.slice(0, MAX_EXPORTED_ENTRIES),
    };
  }

  /** The patients of exactly one name, of the practice of another patient or of the caller. */
  async findNamesakes({ name, patientId }: Requests['findNamesakes'], viewer: Subject) {
    const practice =
      patientId === undefined ? practiceKey(viewer) : (await this.find(patientId, viewer)).practice;
    return { items: await this.toPatients(await this.patients.findNamesakes(practice, name)) };
  }

  /** The patient, where `viewer` may see it; `NOT_FOUND` else, and for one that was merged or erased. */
  async find(id: string, viewer: Subject): Promise<PatientRecord> {
    const record = await this.findWithErased(id, viewer);
    if (record.deletedAt) throw patientNotFound();
    return record;
  }

  /** The same for an erased patient too. */
  async findWithErased(id: string, viewer: Subject): Promise<PatientRecord> {
    const record = await this.patients.findById(toObjectId(id));
    const scope = scopeOf(viewer);
    if (!record || record.mergedInto || (scope !== undefined && record.practice !== scope))
      throw patientNotFound();
    return record;
  }

  /**
   * The chosen patient; without a choice the only one of the name. A new one where there is none, or where
   * another person of the name is meant; a new undecided one where several have the name.
   */
  async findOrCreate(wanted: WantedPatient): Promise<PatientRecord> {
    const { practice, name, entry, choice: { patientId, newPatient } = {} } = wanted;
    const known = await this.patients.findNamesakes(practice, name);
    if (patientId !== undefined) {
      if (newPatient) throw notAllowed('newPatient');
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

  /** Adds to entries what tells their patients from others of the name. */
  async addDetails<E extends HistoryEntry>(entries: readonly E[]): Promise<E[]> {
    const ids = [...new Set(entries.flatMap(({ patientId }) => patientId ?? []))];
    const records = ids.length === 0 ? [] : await this.patients.findByIds(ids.map(toObjectId));
    const found = new Map(records.map((record) => [record._id.toHexString(), record]));
    return entries.map((entry) => {
      const { birthYear, place } = found.get(entry.patientId ?? '') ?? {};
      return {
        ...entry,
        ...(birthYear && { patientBirthYear: birthYear }),
        ...(place && { patientPlace: place }),
      };
    });
  }

  /** Sets the fields that `choose` returns, and publishes the entries: they show year of birth and place. */
  async setFields(
    id: Types.ObjectId,
    command: string,
    choose: (before: PatientRecord | null) => Partial<PatientRecord>,
  ): Promise<PatientRecord> {
    const changed = await this.patients.change(id, command, (before) => {
      const set = choose(before);
      const fields = Object.keys(set);
      return fields.length === 0 ? null : { set, event: patientUpdated(id, ...fields) };
    });
    await this.registry.publish({ treatments: await this.entries.findDiseaseIds(id) });
    return changed;
  }

  async toPatient(record: PatientRecord): Promise<Patient> {
    const [patient] = await this.toPatients([record]);
    if (!patient) throw new Error('a patient got lost');
    return patient;
  }

  private async toPatients(records: readonly PatientRecord[]): Promise<Patient[]> {
    if (records.length === 0) return [];
    const ids = records.map(({ _id }) => _id);
    const diseaseIds = await this.entries.findDiseaseIds(...ids);
    const { categoryOf } = await this.registry.categories();
    const visible = diseaseIds.filter((id) => categoryOf(id.toHexString()));
    const figures = await this.entries.findFigures(ids, visible);
    return records.map((record) => {
      const own = figures.get(record._id.toHexString()) ?? { entries: 0 };
      return toContract(patientSchema, { ...withoutNulls(record), ...own });
    });
  }

  private async findChosen(
    known: readonly PatientRecord[],
    patientId: string,
  ): Promise<PatientRecord> {
    const record = await this.patients.findById(toObjectId(patientId));
    // It may have been merged since the list of the known ones was read.
    const chosen = record && (await this.patients.findMerged(record));
    const patient = known.find(({ _id }) => chosen && _id.equals(chosen._id));
    if (!patient) throw notAllowed('patientId');
    return patient;
  }

  private async findEntries({ _id }: PatientRecord): Promise<PatientEntry[]> {
    const entries = await this.entries.findEntries(_id);
    // At once: they share one look at the log of changes.
    const diseases = await Promise.all(
      entries.map(({ diseaseId }) => this.registry.get(diseaseId.toHexString())),
    );
    return entries.flatMap((entry, at) => {
      const disease = diseases[at];
      return disease ? [toEntry(entry, disease)] : [];
    });
  }
}

/** The event of changed fields. It says which, never what they contain. */
export const patientUpdated = (id: Types.ObjectId, ...fields: string[]) =>
  outboxEntry(patientEvents.updated, { patientId: id.toHexString(), fields });

/** Of patients that there are not, and of those of others. */
export const patientNotFound = () => new DomainError('NOT_FOUND', { kind: 'patient' });

/** Of a field whose value is not possible here. */
export const notAllowed = (path: string) =>
  new DomainError('VALIDATION_FAILED', { faults: [{ path, code: 'NOT_ALLOWED' }] });

const withoutNulls = ({ followUpOn, birthYear, place, ...record }: PatientRecord) => ({
  ...record,
  ...(followUpOn && { followUpOn }),
  ...(birthYear && { birthYear }),
  ...(place && { place }),
});

const toMergedPatient = (record: PatientRecord) => {
  const undoableUntil = record.mergedAt && purgeAt(record.mergedAt);
  const isUndoable = undoableUntil && undoableUntil > new Date();
  return toContract(mergedPatient, {
    ...withoutNulls(record),
    ...(isUndoable && { undoableUntil }),
  });
};

/** Its practice and administrators see the whole entry. */
const toEntry = (entry: HistoryRecord, { nameEn, nameKn }: { nameEn: string; nameKn: string }) =>
  toContract(patientEntry, { ...entry, patientNameMasked: false, canEdit: true, nameEn, nameKn });
