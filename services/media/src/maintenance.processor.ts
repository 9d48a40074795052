import { AppLogger } from '@ctdb/chassis';
import { JobProcessor } from '@ctdb/chassis/jobs';
import { Processor } from '@nestjs/bullmq';
import type { Job } from 'bullmq';
import { MAINTENANCE_QUEUE, READ_AUDIT_HEADS } from './backups/audit-heads-reader.js';
import { BackupFileStore } from './backups/backup-file-store.js';
import { BackupManifests } from './backups/backup-manifests.js';
import { BackupQueue } from './backups/backup-queue.js';
import type { MaintenanceJob } from './media-core.module.js';
import { RunsService } from './runs/runs.service.js';
import { PurgeService } from './trash/purge.service.js';
import { UploadQueue } from './uploads/upload-queue.js';
import { UploadSweeper } from './uploads/upload-sweeper.js';

/** Does the periodic jobs. Several workers share one schedule, and make up for a missed run. */
@Processor(MAINTENANCE_QUEUE, { concurrency: 8 })
export class MaintenanceProcessor extends JobProcessor {
  private readonly jobs: Record<MaintenanceJob, () => Promise<unknown>>;

  constructor(
    uploads: UploadQueue,
    backups: BackupQueue,
    purge: PurgeService,
    sweeper: UploadSweeper,
    files: BackupFileStore,
    manifests: BackupManifests,
    runs: RunsService,
    logger: AppLogger,
  ) {
    super(logger);
    this.jobs = {
      'reconcile-uploads': () => uploads.reconcile(),
      'reconcile-backups': () => backups.reconcile(),
      'purge-trash': () => purge.run(),
      'sweep-uploads': () => sweeper.run(),
      'sweep-temp-files': () => files.removeOldTempFiles(),
      'full-backup': () => runs.start({ type: 'full' }),
      'restore-drill': () => runs.start({ type: 'drill' }),
      [READ_AUDIT_HEADS]: () => manifests.readAuditHeads(),
    };
  }

  process({ name }: Job<unknown, unknown, MaintenanceJob>): Promise<unknown> {
    return this.jobs[name]();
  }
}
