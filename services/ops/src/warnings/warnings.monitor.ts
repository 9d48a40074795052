import type { Warning } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { AlertsService, atTime } from '../alerts/alerts.service.js';
import { BackupsService } from '../backups/backups.service.js';
import { DeadLettersService } from '../dead-letters/dead-letters.service.js';
import { WarningsService } from './warnings.service.js';

/** The first check leaves the copy that begins with the start the time to end. */
const CHECK_INTERVAL_MS = 600_000;
const RUNS_INTERVAL_MS = 60_000;
const mailsAboutRuns = { backup: 'completeBackupFailed', drill: 'completeDrillFailed' } as const;
const DAY = 'YYYY-MM-DD';

/** Mails administrators each warning, a failed backup of everything, and a failed drill of it. */
@Injectable()
export class WarningsMonitor {
  constructor(
    private readonly warnings: WarningsService,
    private readonly backups: BackupsService,
    private readonly deadLetters: DeadLettersService,
    private readonly alerts: AlertsService,
  ) {}

  @Interval(CHECK_INTERVAL_MS)
  async checkNow(): Promise<void> {
    for (const warning of await this.warnings.find())
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
