import { Metrics } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { ImagesRepository } from '../images/images.repository.js';
import { RunsRepository } from '../runs/runs.repository.js';
import { BackupFileStore } from './backup-file-store.js';

const MS_PER_SECOND = 1_000;
const runTypes = ['full', 'drill'] as const;

/** Metrics of backups, for alerts. */
@Injectable()
export class BackupMetrics {
  constructor(metrics: Metrics, images: ImagesRepository, runs: RunsRepository) {
    metrics.observe(
      { name: 'images_without_backup', help: 'Images without a valid backup' },
      async () => {
        const { total, verified } = await images.coverage();
        return [{ value: total - verified }];
      },
    );
    metrics.observe(
      {
        name: 'backup_last_success_timestamp_seconds',
        help: 'End of the last successful full backup and restore drill, 0 for never',
        labelNames: ['type'],
      },
      () =>
        Promise.all(
          runTypes.map(async (type) => {
            const endedAt = await runs.lastSuccess(type);
            return { labels: { type }, value: (endedAt?.getTime() ?? 0) / MS_PER_SECOND };
          }),
        ),
    );
  }
}

/** Only the worker has access to the folder. */
@Injectable()
export class BackupFolderMetrics {
  constructor(metrics: Metrics, files: BackupFileStore) {
    metrics.observe(
      { name: 'backup_folder_free_bytes', help: 'Free bytes in the backup folder' },
      async () => [{ value: (await files.space()).freeBytes }],
    );
    metrics.observe(
      { name: 'backup_folder_size_bytes', help: 'Size of the disk of the backup folder' },
      async () => [{ value: (await files.space()).sizeBytes }],
    );
  }
}
