import { Metrics } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { BackupImagesRepository } from '../images/backup-images.repository.js';
import { BackupLogRepository } from '../runs/backup-log.repository.js';
import { BackupFileStore } from './backup-file-store.js';

const SECOND = 1_000;

/** How safe the images are, for who watches the installation. */
@Injectable()
export class BackupMetrics {
  constructor(metrics: Metrics, images: BackupImagesRepository, runs: BackupLogRepository) {
    const unprotected = new Gauge({
      name: 'images_without_backup',
      help: 'Images whose backup is missing or did not match when it was last read',
      registers: [metrics],
      collect: async () => {
        // No figure is better than a wrong one while the database is away.
        const count = await images.coverage().catch(() => undefined);
        unprotected.set(count ? count.total - count.verified : Number.NaN);
      },
    });
    const success = new Gauge({
      name: 'backup_last_success_timestamp_seconds',
      help: 'When the newest full backup, and the newest restore drill, ended well; 0 for never',
      labelNames: ['type'],
      registers: [metrics],
      collect: async () => {
        for (const type of ['full', 'drill'] as const) {
          const at = await runs.lastSuccess(type).then(
            (ended) => (ended?.getTime() ?? 0) / SECOND,
            () => Number.NaN,
          );
          success.set({ type }, at);
        }
      },
    });
  }
}

/** How much room backups have left; only the worker sees their folder. */
@Injectable()
export class BackupFolderMetrics {
  constructor(metrics: Metrics, files: BackupFileStore) {
    const free = new Gauge({
      name: 'backup_folder_free_bytes',
      help: 'Bytes that are left in the folder of backups',
      registers: [metrics],
      collect: async () => {
        free.set(await files.freeBytes().catch(() => Number.NaN));
      },
    });
  }
}
