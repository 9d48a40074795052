import { AppLogger } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { DiseaseEvents } from '../diseases/disease-events.js';
import { DiseasesRepository } from '../diseases/diseases.repository.js';
import { EntryEvents } from '../entries/entry-events.js';
import { HistoryRepository } from '../history/history.repository.js';
import { NotesRepository } from '../notes/notes.repository.js';
import { TreatmentsRepository } from '../treatments/treatments.repository.js';
import { purgeHorizon } from './horizon.js';
import { PurgeRepository, type EntryKind } from './purge.repository.js';

const BATCH = 100;

/**
 * Empties the trash of what has lain there for 30 days. Everything goes in two steps: first the
 * event is stored in it, and only when that is published, it is removed; the next turn does what
 * this one could not.
 */
@Injectable()
export class PurgeService {
  constructor(
    private readonly purge: PurgeRepository,
    private readonly events: DiseaseEvents,
    private readonly entryEvents: EntryEvents,
    private readonly logger: AppLogger,
    private readonly diseases: DiseasesRepository,
    private readonly treatments: TreatmentsRepository,
    private readonly notes: NotesRepository,
    private readonly history: HistoryRepository,
  ) {}

  /** One turn; also forgets idempotency keys whose day is over. */
  async run(now = new Date()): Promise<void> {
    const horizon = purgeHorizon(now);
    await this.finishAll();
    await this.beginAll(horizon, now);
    const entries = await this.purge.finishEntries();
    for (const kind of ['note', 'history'] as const) await this.beginEntries(kind, horizon, now);
    for (const store of [this.diseases, this.treatments, this.notes, this.history])
      await store.forgetOldKeys(now);
    if (entries > 0) this.logger.info('the trash was emptied', { entries });
  }

  private async beginAll(horizon: Date, now: Date): Promise<void> {
    for (;;) {
      const due = await this.purge.dueDiseases(horizon, BATCH);
      if (due.length === 0) return;
      for (const id of due) {
        const treatments = await this.purge.treatmentIdsOf(id);
        const entry = this.events.purged(
          id.toHexString(),
          treatments.map((treatment) => treatment.toHexString()),
        );
        await this.purge.begin(id, horizon, entry, now);
      }
      this.events.announce();
    }
  }

  private async beginEntries(kind: EntryKind, horizon: Date, now: Date): Promise<void> {
    for (;;) {
      const due = await this.purge.dueEntries(kind, horizon, BATCH);
      if (due.length === 0) return;
      for (const entry of due) {
        const event = this.entryEvents.fact(`${kind}Purged`, entry);
        await this.purge.beginEntry(kind, entry._id, event, now);
      }
      this.entryEvents.announce();
    }
  }

  private async finishAll(): Promise<void> {
    for (;;) {
      const begun = await this.purge.begun(BATCH);
      const diseases = begun.length === 0 ? 0 : await this.purge.finish(begun);
      if (diseases === 0) return;
      this.logger.info('the trash was emptied', { diseases });
    }
  }
}
