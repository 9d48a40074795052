import { Metrics } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { RunLogRepository } from '../runs/run-log.repository.js';
import { KeptImagesRepository } from './kept-images.repository.js';

const SECOND = 1_000;

/** How safe the images are, for who watches the installation. */
@Injectable()
export class BackupFigures {
  constructor(metrics: Metrics, images: KeptImagesRepository, runs: RunLogRepository) {
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
