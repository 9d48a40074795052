import {
  commandFingerprint,
  deterministicId,
  toContract,
  type MessageContext,
} from '@ctdb/chassis';
import {
  DomainError,
  fold,
  historyEntry,
  type HistoryEntry,
  type Requests,
  type Subject,
  updateHistoryEntry,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { PatientChangesService } from '../patients/patient-changes.service.js';
import { patientKey } from '../patients/patient-names.js';
import { PatientsService, type WantedPatient } from '../patients/patients.service.js';
import type { HistoryRecord } from '../records/treatment.record.js';
import { HistoryRepository } from './entries.repository.js';
import { EntriesService } from './entries.service.js';
import { entryRights, visiblePatient } from './entry-rights.js';

/** The rules of history entries. */
@Injectable()
export class HistoryService extends EntriesService<HistoryRecord, HistoryEntry> {
  constructor(
    private readonly history: HistoryRepository,
    private readonly patients: PatientsService,
    private readonly patientChanges: PatientChangesService,
  ) {
    super({ record: 'historyEntry', event: 'history', collection: 'history' }, history);
  }

  async add(request: Requests['addHistoryEntry'], context: MessageContext): Promise<HistoryEntry> {
    const { patientId, newPatient, ...input } = request;
    const wanted = { name: input.patientName, choice: { patientId, newPatient } };
    const record = await this.create(request, context, async (common) => ({
      ...input,
      ...common,
      date: new Date(input.date),
      ...(await this.findPatientOnce({ ...wanted, practice: common.practice, entry: common })),
    }));
    return this.toContract(record, context.subject);
  }

  async update(request: Requests['updateHistoryEntry'], context: MessageContext) {
    const { id: treatmentId, entryId: id, ifMatch, patientId, newPatient, ...input } = request;
    const choice = { patientId, newPatient };
    const fields = { ...input, date: new Date(input.date) };
    const faults = [{ path: 'patientName', code: 'HISTORY_PATIENT_EMPTY' as const }];
    const former: Types.ObjectId[] = [];
    const entry = await this.correct(
      { treatmentId, id, ifMatch },
      fields,
      context,
      async (before) => {
        const isSame = patientKey(input.patientName) === patientKey(before.patientName);
        // Another patient of the practice may have the same name.
        if (isSame && before.patientId) return {};
        if (before.patientId) former.push(before.patientId);
        if (input.patientName === '' && before.patientName !== '')
          throw new DomainError('VALIDATION_FAILED', { faults });
        if (input.patientName === '') return {};
        const patient = await this.findPatient({
          practice: before.practice,
          name: input.patientName,
          choice,
          // The same for each attempt of the command.
          entry: { _id: deterministicId('history', `${context.commandId} ${id}`) },
        });
        return { ...patient, originalPatientId: null };
      },
    );
    const command = commandFingerprint(context, updateHistoryEntry.name, request);
    for (const patientId of former)
      await this.patientChanges.removeUnused(patientId, entry.patientId, command);
    return entry;
  }

  /** Entries of a treatment, newest first, with what tells their patients apart. */
  override async list(request: Requests['listHistory'], viewer: Subject) {
    const { items, total } = await super.list(request, viewer);
    return { items: await this.patients.addDetails(items), total };
  }

  /** As {@link findPatient}. A repeated request must not make a patient, or bring an erased name back. */
  private async findPatientOnce(wanted: WantedPatient) {
    const original = await this.history.findOriginal(wanted.entry);
    if (!original || original === 'expired') return this.findPatient(wanted);
    const { patientId, patientKey: key } = original;
    return { patientId, patientKey: key, patientName: wanted.name };
  }

  /** The fields of an entry about its patient, who has another name where spellings were merged. */
  private async findPatient(wanted: WantedPatient) {
    const patient = await this.patients.findOrCreate(wanted);
    const isSpelling = patient.name !== '' && fold(patient.name) !== fold(wanted.name);
    const patientName = isSpelling ? patient.name : wanted.name;
    return { patientId: patient._id, patientKey: patient.key, patientName };
  }

  protected toContract(record: HistoryRecord, viewer: Subject): HistoryEntry {
    return toContract(historyEntry, {
      ...record,
      ...visiblePatient(viewer, record, record),
      ...entryRights(viewer, record),
    });
  }
}
