import { Metrics } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';
import { BackupsService, secondsOf } from './backups.service.js';

const MS_PER_SECOND = 1_000;
const SECONDS_PER_MINUTE = 60;
const kinds = ['backup', 'drill'] as const;

type Runs = Awaited<ReturnType<BackupsService['read']>>;

/** Copies of everything as metrics. There are none where none are made or expected. */
@Injectable()
export class BackupsMetrics {
  constructor(metrics: Metrics, backups: BackupsService) {
    const observeRuns = (
      metric: { name: string; help: string },
      toValue: (runs: Runs, kind: (typeof kinds)[number]) => number,
    ) =>
      metrics.observe({ ...metric, labelNames: ['run'] }, async () => {
        const runs = await backups.read();
        if (!runs.isExpected && !runs.backup) return [];
        return kinds.map((run) => ({ labels: { run }, value: toValue(runs, run) }));
      });
    observeRuns(
      {
        name: 'complete_backup_last_success_timestamp_seconds',
        help: 'Start of the last complete backup and of the last drill that succeeded, 0 for never',
      },
      (runs, kind) => (runs[kind]?.startedAt.getTime() ?? 0) / MS_PER_SECOND,
    );
    observeRuns(
      { name: 'complete_backup_failed', help: 'Whether the last run failed' },
      (runs, kind) => (runs.failureOf(kind) ? 1 : 0),
    );
    metrics.observe(
      {
        name: 'complete_backup_seconds',
        help: 'rpo: data of how long may be lost; backup: duration of the last one; drill, restore: until data was restored',
        labelNames: ['figure'],
      },
      async () => {
        const { backup, drill, restore } = await backups.read();
        const figures = {
          rpo: backup && backup.rpoMinutes * SECONDS_PER_MINUTE,
          backup: backup && secondsOf(backup),
          drill: drill?.restoreSeconds,
          restore: restore?.restoreSeconds,
        };
        return Object.entries(figures).flatMap(([figure, value]) =>
          value === undefined ? [] : [{ labels: { figure }, value }],
        );
      },
    );
  }
}
