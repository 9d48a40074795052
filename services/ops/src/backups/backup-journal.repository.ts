import { MONGO } from '@ctdb/chassis';
import { completeBackupRuns, completeBackupSteps, type CompleteBackupRun } from '@ctdb/contracts';
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
});
/** A drill or restore. */
const restoringRun = z.object({ ...base, restoreSeconds: z.number().min(0) });

/** What the backup program records of its runs in its own database, which ops only reads. */
@Injectable()
export class BackupJournalRepository {
  private readonly database: string;

  constructor(
    @Inject(MONGO) private readonly mongo: Connection,
    @Inject(OPS_CONFIG) { backups }: OpsConfig,
  ) {
    this.database = backups.database;
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

  /** The newest run that can be read; a later version may record others. */
  private async newest<T>(
    schema: z.ZodType<T>,
    run: CompleteBackupRun,
    outcome: 'ok' | 'failed',
  ): Promise<T | undefined> {
    const found = await this.mongo
      .useDb(this.database, { useCache: true })
      .collection('runs')
      .findOne({ run, outcome }, { sort: { startedAt: -1 } });
    return schema.safeParse(found).data;
  }
}
