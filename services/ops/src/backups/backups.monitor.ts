import { formatMailTime } from '@ctdb/chassis/mail';
import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { AlertsService } from '../alerts/alerts.service.js';
import { BackupsService } from './backups.service.js';

const CHECK_INTERVAL_MS = 60_000;
const mails = { backup: 'completeBackupFailed', drill: 'completeDrillFailed' } as const;

/** Mails administrators about a failed backup of everything, and a failed drill of it. */
@Injectable()
export class BackupsMonitor {
  constructor(
    private readonly backups: BackupsService,
    private readonly alerts: AlertsService,
  ) {}

  /** Once until one succeeds: runs follow each other, and one reason fails them all. */
  @Interval(CHECK_INTERVAL_MS)
  async checkNow(): Promise<void> {
    const found = await this.backups.read();
    for (const run of ['backup', 'drill'] as const) {
      const failure = found.failureOf(run);
      if (!failure) continue;
      const lastSuccess = found[run]?.startedAt.toISOString() ?? 'never';
      await this.alerts.send(mails[run], lastSuccess, '/admin-backup', (locale) => ({
        when: formatMailTime(failure.endedAt, locale),
      }));
    }
  }
}
