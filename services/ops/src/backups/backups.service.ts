import {
  completeBackupRuns,
  type CompleteBackupRun,
  type CompleteBackupStatus,
} from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { OPS_CONFIG, type OpsConfig } from '../config.js';
import { BackupJournalRepository } from './backup-journal.repository.js';

const MS_PER_SECOND = 1_000;
/** How long a run took. */
export const secondsOf = ({ startedAt, endedAt }: { startedAt: Date; endedAt: Date }): number =>
  (endedAt.getTime() - startedAt.getTime()) / MS_PER_SECOND;

/** The state of the copies of everything, from the journal of the program that makes them. */
@Injectable()
export class BackupsService {
  constructor(
    private readonly journal: BackupJournalRepository,
    @Inject(OPS_CONFIG) private readonly config: OpsConfig,
  ) {}

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

  async status(): Promise<CompleteBackupStatus> {
    const { backup, drill, restore, failureOf, isExpected } = await this.read();
    const failedDrill = failureOf('drill');
    const failure = failureOf('backup') ?? failedDrill ?? failureOf('restore');
    return {
      isExpected,
      ...(backup && {
        rpoMinutes: backup.rpoMinutes,
        last: {
          startedAt: backup.startedAt.toISOString(),
          seconds: secondsOf(backup),
          bytes: backup.bytes,
          addedBytes: backup.addedBytes,
          place: backup.place,
          databases: Object.entries(backup.databases).map(([name, documents]) => ({
            name,
            documents,
          })),
        },
      }),
      ...(failedDrill
        ? { lastDrill: { at: failedDrill.endedAt.toISOString(), passed: false } }
        : drill && {
            lastDrill: {
              at: drill.endedAt.toISOString(),
              passed: true,
              restoreSeconds: drill.restoreSeconds,
            },
          }),
      ...(drill && { drillPassedAt: drill.endedAt.toISOString() }),
      ...(restore && {
        lastRestore: {
          at: restore.endedAt.toISOString(),
          restoreSeconds: restore.restoreSeconds,
        },
      }),
      ...(failure && {
        failure: { run: failure.run, at: failure.endedAt.toISOString(), step: failure.step },
      }),
    };
  }
}
