import { AppLogger, Outbox, outboxEntry, purgeCutoff, type OutboxEntry } from '@ctdb/chassis';
import { diseaseEvents, type TrashKind } from '@ctdb/contracts';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { Interval, Timeout } from '@nestjs/schedule';
import { DiseasesRepository } from '../diseases/diseases.repository.js';
import { PatientChangesService } from '../patients/patient-changes.service.js';
import { PatientsRepository } from '../patients/patients.repository.js';
import type { EntryRecord } from '../records/treatment.record.js';
import { HistoryRepository, NotesRepository } from '../treatments/entries.repository.js';
import { entryEvent } from '../treatments/entries.service.js';
import { TreatmentsRepository } from '../treatments/treatments.repository.js';
import { PurgeRepository } from './purge.repository.js';

const INITIAL_DELAY_MS = 60_000;
const PURGE_INTERVAL_MS = 3_600_000;
/** Records of one step. */
const BATCH = 100;

/**
 * Purges what was deleted 30 days ago, every hour and in every replica. Everything goes in two
 * steps: first the event is stored in the record, and only when that is published, the record is
 * removed; the next run does what this one could not.
 */
@Injectable()
export class PurgeService implements OnModuleDestroy {
  private running: Promise<void> | undefined;

  constructor(
    private readonly purge: PurgeRepository,
    private readonly outbox: Outbox,
    private readonly logger: AppLogger,
    private readonly diseases: DiseasesRepository,
    private readonly treatments: TreatmentsRepository,
    private readonly notes: NotesRepository,
    private readonly history: HistoryRepository,
    private readonly patients: PatientsRepository,
    private readonly patientChanges: PatientChangesService,
  ) {}

  @Timeout(INITIAL_DELAY_MS)
  async runFirst(): Promise<void> {
    await this.runOnce();
  }

  @Interval(PURGE_INTERVAL_MS)
  async runOnce(): Promise<void> {
    this.running ??= this.run()
      .catch((error: unknown) => this.logger.warn('purging the trash failed', error))
      .finally(() => (this.running = undefined));
    await this.running;
  }

  /** Lets a run end while the database is still open. */
  async onModuleDestroy(): Promise<void> {
    await this.running;
  }

  /** One run; also deletes idempotency keys that are older than a day. */
  async run(now = new Date()): Promise<void> {
    const cutoff = purgeCutoff(now);
    await this.deletePurged();
    await this.startPurges('disease', cutoff);
    const entries = await this.purge.deletePurgedEntries();
    for (const kind of ['note', 'history'] as const) await this.startPurges(kind, cutoff);
    await this.patientChanges.removeWithoutEntries(cutoff);
    const { diseases, treatments, notes, history, patients } = this;
    for (const store of [diseases, treatments, notes, history, patients])
      await store.removeExpiredKeys(now);
    if (entries > 0) this.logger.info('the trash was emptied', { entries });
  }

  private async startPurges(kind: TrashKind, cutoff: Date): Promise<void> {
    for (;;) {
      const due = await this.purge.findExpired(kind, cutoff, BATCH);
      if (due.length === 0) return;
      for (const record of due) {
        const event = await this.toEvent(kind, record);
        await this.purge.startPurge(kind, record._id, cutoff, event);
      }
      this.outbox.relaySoon();
    }
  }

  private async toEvent(kind: TrashKind, record: EntryRecord): Promise<OutboxEntry> {
    if (kind !== 'disease') return entryEvent(`${kind}Purged`, record);
    const treatments = await this.purge.findTreatments([record._id]);
    return outboxEntry(diseaseEvents.purged, {
      diseaseId: record._id.toHexString(),
      treatmentIds: treatments.map(({ _id }) => _id.toHexString()),
    });
  }

  private async deletePurged(): Promise<void> {
    for (;;) {
      const diseases = await this.purge.deletePurged(BATCH);
      if (diseases === 0) return;
      this.logger.info('the trash was emptied', { diseases });
    }
  }
}
