import type { MessageContext } from '@ctdb/chassis';
import type { addHistoryEntry, HistoryEntry, RequestOf, Subject } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { DiseasesRepository } from '../diseases/diseases.repository.js';
import { EntriesService } from '../entries/entries.service.js';
import { EntryEvents } from '../entries/entry-events.js';
import { LiveTreatments } from '../treatments/live-treatments.js';
import { toHistoryEntry } from './history.mapper.js';
import { HistoryRepository } from './history.repository.js';
import type { HistoryRecord } from './history.schema.js';
import { patientKey } from './patient-key.js';

/** The rules of history entries. */
@Injectable()
export class HistoryService extends EntriesService<HistoryRecord, HistoryEntry> {
  constructor(
    history: HistoryRepository,
    live: LiveTreatments,
    diseases: DiseasesRepository,
    events: EntryEvents,
  ) {
    const kind = { record: 'historyEntry', event: 'history', collection: 'history' } as const;
    super(kind, history, live, diseases, events);
  }

  async add(
    request: RequestOf<typeof addHistoryEntry>,
    context: MessageContext,
  ): Promise<HistoryEntry> {
    const { date, patientName, treatmentDescription, outcome, practitioner } = request;
    const record = await this.store(request, context, (common) => ({
      ...common,
      date: new Date(date),
      patientName,
      patientKey: patientKey(patientName),
      treatmentDescription,
      outcome,
      practitioner,
    }));
    return toHistoryEntry(record, context.subject);
  }

  protected show(record: HistoryRecord, viewer: Subject): HistoryEntry {
    return toHistoryEntry(record, viewer);
  }
}
