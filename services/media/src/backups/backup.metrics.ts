import { Metrics } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { BackupImagesRepository } from '../images/backup-images.repository.js';
import { RunsRepository } from '../runs/runs.repository.js';
import { BackupFileStore } from './backup-file-store.js';

const MS_PER_SECOND = 1_000;

/** Metrics of backups, for alerts. */
@Injectable()
export class BackupMetrics {
  constructor(metrics: Metrics, images: BackupImagesRepository, runs: RunsRepository) {
    const withoutBackup = new Gauge({
      name: 'images_without_backup',
      help: 'Images without a valid backup',
      registers: [metrics],
      collect: async () => {
        // No value is better than a wrong one if the database is unreachable.
        const count = await images.coverage().catch(() => undefined);
        withoutBackup.set(count ? count.total - count.verified : Number.NaN);
      },
    });
    const success = new Gauge({
      name: 'backup_last_success_timestamp_seconds',
      help: 'End of the last successful full backup and restore drill, 0 for never',
      labelNames: ['type'],
      registers: [metrics],
      collect: async () => {
        for (const type of ['full', 'drill'] as const) {
          const at = await runs.lastSuccess(type).then(
            (ended) => (ended?.getTime() ?? 0) / MS_PER_SECOND,
            () => Number.NaN,
          );
          success.set({ type }, at);
        }
      },
    });
  }
}

/** Only the worker has access to the folder. */
@Injectable()
export class BackupFolderMetrics {
  constructor(metrics: Metrics, files: BackupFileStore) {
    const free = new Gauge({
      name: 'backup_folder_free_bytes',
      help: 'Free bytes in the backup folder',
      registers: [metrics],
      collect: async () => {
        free.set(await files.freeBytes().catch(() => Number.NaN));
      },
    });
  }
}
