import { Metrics, toContract } from '@ctdb/chassis';
import { completeBackupRuns, completeBackupStatus, type CompleteBackupRun } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { OPS_CONFIG, type OpsConfig } from '../config.js';
import { BackupJournalRepository } from './backup-journal.repository.js';

const MS_PER_SECOND = 1_000;
const SECONDS_PER_MINUTE = 60;
/** How long a run took. */
const secondsOf = ({ startedAt, endedAt }: { startedAt: Date; endedAt: Date }): number =>
  (endedAt.getTime() - startedAt.getTime()) / MS_PER_SECOND;

/** The runs that a metric is about. */
const measuredRuns = ['backup', 'drill'] as const;
type Runs = Awaited<ReturnType<BackupsService['read']>>;

/** The state of the copies of everything, from the journal of the program that makes them; also as metrics. */
@Injectable()
export class BackupsService {
  constructor(
    private readonly journal: BackupJournalRepository,
    private readonly metrics: Metrics,
    @Inject(OPS_CONFIG) private readonly config: OpsConfig,
  ) {
    this.observeRuns(
      {
        name: 'complete_backup_last_success_timestamp_seconds',
        help: 'Start of the last complete backup and of the last drill that succeeded, 0 for never',
      },
      (runs, run) => (runs[run]?.startedAt.getTime() ?? 0) / MS_PER_SECOND,
    );
    this.observeRuns(
      { name: 'complete_backup_failed', help: 'Whether the last run failed' },
      (runs, run) => (runs.failureOf(run) ? 1 : 0),
    );
    metrics.observe(
      {
        name: 'complete_backup_seconds',
        help: 'rpo: data of how long may be lost; backup: duration of the last one; drill, restore: until data was restored',
        labelNames: ['figure'],
      },
      async () => {
        const { backup, drill, restore } = await this.read();
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

  /** The newest runs; a failure only if no later run of its kind succeeded. */
  async read() {
    const [prunedAt, backup, drill, restore, ...failures] = await Promise.all([
      this.journal.prunedAt(),
      this.journal.lastBackup(),
      this.journal.lastRestoring('drill'),
      this.journal.lastRestoring('restore'),
      ...completeBackupRuns.map((run) => this.journal.lastFailure(run)),
    ]);
    const lastOk = { backup, drill, restore };
    const failed = failures.filter((one) => {
      const ok = one && lastOk[one.run];
      return one && (!ok || ok.startedAt < one.startedAt);
    });
    const failureOf = (run: CompleteBackupRun) => failed.find((one) => one?.run === run);
    return { ...lastOk, prunedAt, failureOf, isExpected: this.config.backups.isExpected };
  }

  async status() {
    const { backup, drill, restore, failureOf, isExpected } = await this.read();
    const failedDrill = failureOf('drill');
    const failure = failureOf('backup') ?? failedDrill ?? failureOf('restore');
    const lastDrill = failedDrill
      ? { at: failedDrill.endedAt, passed: false }
      : drill && { ...drill, at: drill.endedAt, passed: true };
    return toContract(completeBackupStatus, {
      isExpected,
      rpoMinutes: backup?.rpoMinutes,
      last: backup && {
        ...backup,
        seconds: secondsOf(backup),
        databases: Object.entries(backup.databases).map(([name, documents]) => ({
          name,
          documents,
        })),
      },
      lastDrill,
      drillPassedAt: drill?.endedAt,
      lastRestore: restore && { ...restore, at: restore.endedAt },
      failure: failure && { ...failure, at: failure.endedAt },
    });
  }

  /** There is no value where no copies are made or expected. */
  private observeRuns(
    metric: { name: string; help: string },
    toValue: (runs: Runs, run: (typeof measuredRuns)[number]) => number,
  ): void {
    this.metrics.observe({ ...metric, labelNames: ['run'] }, async () => {
      const runs = await this.read();
      if (!runs.isExpected && !runs.backup) return [];
      return measuredRuns.map((run) => ({ labels: { run }, value: toValue(runs, run) }));
    });
  }
}
