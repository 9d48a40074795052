import { commandFingerprint, toContract, type MessageContext } from '@ctdb/chassis';
import {
  DomainError,
  historyEntry,
  updateHistoryEntry,
  type addHistoryEntry,
  type HistoryEntry,
  type publishHistoryEntry,
  type RequestOf,
  type Subject,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { Types } from 'mongoose';
import { DiseasesRepository } from '../diseases/diseases.repository.js';
import { PatientChangesService } from '../patients/patient-changes.service.js';
import { PatientsRepository } from '../patients/patients.repository.js';
import { RegistryProjection } from '../projection/registry-projection.js';
import { HistoryRepository } from './entries.repository.js';
import { EntriesService } from './entries.service.js';
import { entryRights } from './entry-rights.js';
import { patientKey, visiblePatient } from './patient-names.js';
import type { HistoryRecord } from './treatment.records.js';
import { TreatmentsRepository } from './treatments.repository.js';

/** The rules of history entries. */
@Injectable()
export class HistoryService extends EntriesService<HistoryRecord, HistoryEntry> {
  constructor(
    private readonly history: HistoryRepository,
    treatments: TreatmentsRepository,
    diseases: DiseasesRepository,
    registry: RegistryProjection,
    private readonly patients: PatientsRepository,
    private readonly patientChanges: PatientChangesService,
  ) {
    const kind = { record: 'historyEntry', event: 'history', collection: 'history' } as const;
    super(kind, history, treatments, diseases, registry);
  }

  async add(
    request: RequestOf<typeof addHistoryEntry>,
    context: MessageContext,
  ): Promise<HistoryEntry> {
    const record = await this.create(request, context, async (common) => ({
      ...request,
      ...common,
      date: new Date(request.date),
      // A repeated request must not bring the name of an erased patient back.
      ...(await this.findPatient(common.practice, request.patientName, () =>
        this.history.findOriginal(common),
      )),
    }));
    return this.toContract(record, context.subject);
  }

  async update(
    request: RequestOf<typeof updateHistoryEntry>,
    context: MessageContext,
  ): Promise<HistoryEntry> {
    const { id: treatmentId, entryId: id, ifMatch, ...input } = request;
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
        if (input.patientName !== '') return this.findPatient(before.practice, input.patientName);
        if (before.patientName !== '') throw new DomainError('VALIDATION_FAILED', { faults });
        return {};
      },
    );
    const command = commandFingerprint(context, updateHistoryEntry.name, request);
    for (const patientId of former)
      await this.patientChanges.removeUnused(patientId, entry.patientId, command);
    return entry;
  }

  publish(
    request: RequestOf<typeof publishHistoryEntry>,
    context: MessageContext,
  ): Promise<HistoryEntry> {
    const { id: treatmentId, entryId: id, ...publication } = request;
    return this.setPublished({ treatmentId, id, ...publication }, context);
  }

  /** The fields of an entry about its patient, who bears another name where spellings were merged. */
  private async findPatient(practice: string, name: string, beforeCreate?: () => Promise<unknown>) {
    const { _id, key, ...patient } = await this.patients.findOrCreate(practice, name, beforeCreate);
    const isSpelling = key !== patientKey(name);
    return { patientId: _id, patientKey: key, patientName: isSpelling ? patient.name : name };
  }

  protected toContract(record: HistoryRecord, viewer: Subject): HistoryEntry {
    return toContract(historyEntry, {
      ...record,
      ...visiblePatient(viewer, record, record),
      ...entryRights(viewer, record),
    });
  }
}
