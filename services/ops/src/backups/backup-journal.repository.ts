import { MONGO } from '@ctdb/chassis';
import {
  auditHead,
  completeBackupPlaces,
  completeBackupRuns,
  completeBackupSteps,
  type AuditHead,
  type CompleteBackupRun,
} from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Connection } from 'mongoose';
import { z } from 'zod';
import { OPS_CONFIG, type OpsConfig } from '../config.js';

const base = { run: z.enum(completeBackupRuns), startedAt: z.date(), endedAt: z.date() };
const count = z.number().int().min(0);

/** A failed run, as infra/backup records it. */
const failedRun = z.object({ ...base, step: z.enum(completeBackupSteps).catch('other') });
/** A complete copy. */
const backupRun = z.object({
  ...base,
  rpoMinutes: count,
  bytes: count,
  addedBytes: count,
  databases: z.record(z.string(), count),
  /** Missing in those of older versions. */
  place: z.enum(completeBackupPlaces).catch('unknown'),
  /** Another machine removes old ones. */
  appendOnly: z.boolean().catch(false),
});
/** A complete copy that has noted the end of the audit trail's hash chain. */
const noted = z.object({ startedAt: z.date(), auditHead });
/** A restore, and when the copy began that it restored. */
const restored = z.object({ startedAt: z.date(), snapshotAt: z.date() });
/** A drill or restore. */
const restoringRun = z.object({ ...base, restoreSeconds: z.number().min(0) });

/** What the backup program records of its runs in its own database, which ops only reads. */
@Injectable()
export class BackupJournalRepository {
  private readonly database: string;
  private readonly isExpected: boolean;

  constructor(
    @Inject(MONGO) private readonly mongo: Connection,
    @Inject(OPS_CONFIG) { backups }: OpsConfig,
  ) {
    this.database = backups.database;
    this.isExpected = backups.isExpected;
  }

  lastBackup() {
    return this.newest(backupRun, 'backup', 'ok');
  }

  lastRestoring(run: 'drill' | 'restore') {
    return this.newest(restoringRun, run, 'ok');
  }

  lastFailure(run: CompleteBackupRun) {
    return this.newest(failedRun, run, 'failed');
  }

  /** When old copies were last removed; before the first time, when that was first tried. */
  async prunedAt(): Promise<Date | undefined> {
    const last = { run: 'prune', outcome: 'ok' };
    const found =
      (await this.runs.findOne(last, { sort: { startedAt: -1 } })) ??
      (await this.runs.findOne({ run: 'prune' }, { sort: { startedAt: 1 } }));
    return z.object({ startedAt: z.date() }).safeParse(found).data?.startedAt;
  }

  /**
   * The ends of the hash chain that copies have noted, but for those after which a restore went back. Throws where
   * copies are expected and cannot be read.
   */
  async auditHeads(): Promise<AuditHead[]> {
    try {
      const backups = await this.readAll(noted, { run: 'backup', auditHead: { $exists: true } });
      const restores = await this.readAll(restored, { run: 'restore' });
      const isTakenBack = (at: Date) =>
        restores.some(({ startedAt, snapshotAt }) => snapshotAt < at && at < startedAt);
      return backups
        .filter(({ startedAt }) => !isTakenBack(startedAt))
        .map(({ auditHead: head }) => head);
    } catch (error) {
      if (this.isExpected) throw error;
      return [];
    }
  }

  private get runs() {
    return this.mongo.useDb(this.database, { useCache: true }).collection('runs');
  }

  private async readAll<T>(schema: z.ZodType<T>, filter: object): Promise<T[]> {
    const found = await this.runs.find({ ...filter, outcome: 'ok' }).toArray();
    return found.flatMap((run) => schema.safeParse(run).data ?? []);
  }

  /** The newest run that can be read; a later version may record others. */
  private async newest<T>(
    schema: z.ZodType<T>,
    run: CompleteBackupRun,
    outcome: 'ok' | 'failed',
  ): Promise<T | undefined> {
    const found = await this.runs.findOne({ run, outcome }, { sort: { startedAt: -1 } });
    return schema.safeParse(found).data;
  }
}
