import { MIN_REMOVAL_DAYS, type Warning } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { AlertsService, atTime } from '../alerts/alerts.service.js';
import { BackupsService } from '../backups/backups.service.js';
import { DeadLettersService } from '../dead-letters/dead-letters.service.js';
import { InstallationRepository } from '../deployments/installation.repository.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The first check leaves the copy that begins with the start the time to end. */
const CHECK_INTERVAL_MS = 600_000;
const RUNS_INTERVAL_MS = 60_000;
const mailsAboutRuns = { backup: 'completeBackupFailed', drill: 'completeDrillFailed' } as const;
const DAY = 'YYYY-MM-DD';
/** The first copy is due within it. */
const FIRST_BACKUP_MS = DAY_MS;

/** What is known of the copies of everything. */
export interface BackupFacts {
  /** Whether this installation makes them by itself. */
  isExpected: boolean;
  /** The newest complete one. */
  backup?: { endedAt: Date; rpoMinutes: number; place: string; appendOnly: boolean } | undefined;
  /** When old ones were last removed. */
  prunedAt?: Date | undefined;
  /** When the installation or its last restore, after which no copy is known, was made. */
  since: Date;
}

/** What is wrong with the copies of everything. Those of a hand-made copy are about its place alone. */
export const findBackupWarnings = (
  { isExpected, backup, prunedAt, since }: BackupFacts,
  now: Date,
): Warning[] => {
  const age = (at: Date) => now.getTime() - at.getTime();
  if (!backup)
    return isExpected && age(since) > FIRST_BACKUP_MS ? [{ code: 'completeBackupMissing' }] : [];
  const { endedAt, rpoMinutes, place, appendOnly } = backup;
  const warnings: Warning[] = [];
  // A run starts twice in this time: it is twice the interval.
  if (isExpected && age(endedAt) > rpoMinutes * MINUTE_MS)
    warnings.push({ code: 'completeBackupOverdue', at: endedAt.toISOString() });
  if (place === 'dataDisk') warnings.push({ code: 'completeBackupOnDataDisk' });
  // From then on an erased name may be in the repository for longer than its erasure has promised.
  if (isExpected && !appendOnly && prunedAt && age(prunedAt) > MIN_REMOVAL_DAYS * DAY_MS)
    warnings.push({ code: 'completeBackupNotPruned', at: prunedAt.toISOString() });
  return warnings;
};

/** Finds what administrators are warned of, and mails it, a failed backup of everything, and a failed drill of it. */
@Injectable()
export class WarningsService {
  constructor(
    private readonly backups: BackupsService,
    private readonly deadLetters: DeadLettersService,
    private readonly installation: InstallationRepository,
    private readonly alerts: AlertsService,
  ) {}

  async find(): Promise<Warning[]> {
    const installedAt = this.installation.since;
    const [{ isExpected, backup, restore, prunedAt }, [givenUp]] = await Promise.all([
      this.backups.read(),
      this.deadLetters.givenUpMails(1),
    ]);
    // A restore keeps the age of the installation, but not the record of its copies.
    const since = restore && restore.endedAt > installedAt ? restore.endedAt : installedAt;
    return [
      ...findBackupWarnings({ isExpected, backup, prunedAt, since }, new Date()),
      ...(givenUp ? [{ code: 'mailGivenUp' as const, at: givenUp.at.toISOString() }] : []),
    ];
  }

  @Interval(CHECK_INTERVAL_MS)
  async checkNow(): Promise<void> {
    for (const warning of await this.find())
      await (warning.code === 'mailGivenUp' ? this.sendGivenUp() : this.sendOfBackup(warning));
  }

  /** Once until one succeeds: runs follow each other, and one reason fails them all. */
  @Interval(RUNS_INTERVAL_MS)
  async checkRuns(): Promise<void> {
    const found = await this.backups.read();
    for (const run of ['backup', 'drill'] as const) {
      const failure = found.failureOf(run);
      if (!failure) continue;
      const lastSuccess = found[run]?.startedAt.toISOString() ?? 'never';
      const values = atTime(failure.endedAt);
      await this.alerts.send(mailsAboutRuns[run], lastSuccess, '/admin-backup', values);
    }
  }

  /** Once until a copy succeeds, and about the place again when the mail before is forgotten after 90 days. */
  private sendOfBackup({ code, at }: Warning): Promise<void> {
    const values = at === undefined ? () => ({}) : atTime(new Date(at));
    return this.alerts.send(code, at ?? 'once', '/admin-backup', values);
  }

  /** Once a day at most, and not about such a mail itself. */
  private async sendGivenUp(): Promise<void> {
    const mails = await this.deadLetters.givenUpMails();
    const newest = mails.find(({ kind }) => kind !== 'mailGivenUp');
    if (!newest) return;
    const day = newest.at.toISOString().slice(0, DAY.length);
    await this.alerts.send('mailGivenUp', day, '/admin-dead-letters', atTime(newest.at));
  }
}
