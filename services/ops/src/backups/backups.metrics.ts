import { Metrics, type Sample } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { BackupsService } from './backups.service.js';

const MS_PER_SECOND = 1_000;
const SECONDS_PER_MINUTE = 60;
const kinds = ['backup', 'drill'] as const;

/** Copies of everything as metrics. There are none where none are made or expected. */
@Injectable()
export class BackupsMetrics {
  private reading: ReturnType<BackupsService['read']> | undefined;

  constructor(
    metrics: Metrics,
    private readonly backups: BackupsService,
  ) {
    metrics.observe(
      {
        name: 'complete_backup_last_success_timestamp_seconds',
        help: 'Start of the last complete backup and of the last drill that succeeded, 0 for never',
        labelNames: ['run'],
      },
      async () => {
        const found = await this.read();
        if (!found.isExpected && !found.backup) return [];
        return kinds.map((run) => ({
          labels: { run },
          value: (found[run]?.startedAt.getTime() ?? 0) / MS_PER_SECOND,
        }));
      },
    );
    metrics.observe(
      {
        name: 'complete_backup_failed',
        help: 'Whether the last run failed',
        labelNames: ['run'],
      },
      async () => {
        const found = await this.read();
        if (!found.isExpected && !found.backup) return [];
        return kinds.map((run) => ({ labels: { run }, value: found.failureOf(run) ? 1 : 0 }));
      },
    );
    metrics.observe(
      {
        name: 'complete_backup_seconds',
        help: 'rpo: data of how long may be lost; backup: duration of the last one; drill, restore: until data was restored',
        labelNames: ['figure'],
      },
      async () => {
        const { backup, drill, restore } = await this.read();
        const samples: Sample<'figure'>[] = [];
        const add = (figure: string, value: number | undefined) => {
          if (value !== undefined) samples.push({ labels: { figure }, value });
        };
        add('rpo', backup && backup.rpoMinutes * SECONDS_PER_MINUTE);
        add(
          'backup',
          backup && (backup.endedAt.getTime() - backup.startedAt.getTime()) / MS_PER_SECOND,
        );
        add('drill', drill?.restoreSeconds);
        add('restore', restore?.restoreSeconds);
        return samples;
      },
    );
    metrics.observe(
      { name: 'complete_backup_bytes', help: 'Size of what the last complete backup holds' },
      async () => {
        const { backup } = await this.read();
        return backup ? [{ value: backup.bytes }] : [];
      },
    );
  }

  /** One reading for all figures of a scrape. */
  private read(): ReturnType<BackupsService['read']> {
    this.reading ??= this.backups.read().finally(() => (this.reading = undefined));
    return this.reading;
  }
}
