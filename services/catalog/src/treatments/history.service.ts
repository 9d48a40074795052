import { toContract, type MessageContext } from '@ctdb/chassis';
import {
  historyEntry,
  type addHistoryEntry,
  type HistoryEntry,
  type RequestOf,
  type Subject,
  type updateHistoryEntry,
} from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { DiseasesRepository } from '../diseases/diseases.repository.js';
import { RegistryProjection } from '../projection/registry-projection.js';
import { HistoryRepository } from './entries.repository.js';
import { EntriesService } from './entries.service.js';
import { canEdit, patientKey, visiblePatientName } from './patient-names.js';
import type { HistoryRecord } from './treatment.records.js';
import { TreatmentsRepository } from './treatments.repository.js';

/** The rules of history entries. */
@Injectable()
export class HistoryService extends EntriesService<HistoryRecord, HistoryEntry> {
  constructor(
    history: HistoryRepository,
    treatments: TreatmentsRepository,
    diseases: DiseasesRepository,
    registry: RegistryProjection,
  ) {
    const kind = { record: 'historyEntry', event: 'history', collection: 'history' } as const;
    super(kind, history, treatments, diseases, registry);
  }

  async add(
    request: RequestOf<typeof addHistoryEntry>,
    context: MessageContext,
  ): Promise<HistoryEntry> {
    const record = await this.create(request, context, (common) => ({
      ...request,
      ...common,
      date: new Date(request.date),
      patientKey: patientKey(request.patientName),
    }));
    return this.toContract(record, context.subject);
  }

  update(
    request: RequestOf<typeof updateHistoryEntry>,
    context: MessageContext,
  ): Promise<HistoryEntry> {
    const { id: treatmentId, entryId: id, ifMatch, ...input } = request;
    const fields = { ...input, date: new Date(input.date) };
    const derived = { patientKey: patientKey(input.patientName) };
    return this.correct({ treatmentId, id, ifMatch }, fields, context, derived);
  }

  protected toContract(record: HistoryRecord, viewer: Subject): HistoryEntry {
    return toContract(historyEntry, {
      ...record,
      ...visiblePatientName(viewer, record.patientName, record),
      canEdit: canEdit(viewer, record),
    });
  }
}
