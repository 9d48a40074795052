import { deterministicId } from '@ctdb/chassis';
import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { defaultRepeatStrategy } from 'bullmq';
import { MEDIA_CONFIG, type MediaConfig } from '../config.js';
import { RunsRepository } from './runs.repository.js';
import { RunsService } from './runs.service.js';

const CHECK_INTERVAL_MS = 30_000;
const tz = Intl.DateTimeFormat().resolvedOptions().timeZone;

/**
 * Starts full backups and restore drills at their times. The time of the last run is in its record: a run that was
 * missed is made up for, several workers start one, and a lost Redis loses none.
 */
@Injectable()
export class RunSchedule {
  private readonly startedAt = new Date();

  constructor(
    @Inject(MEDIA_CONFIG) private readonly config: MediaConfig,
    private readonly runs: RunsRepository,
    private readonly service: RunsService,
  ) {}

  @Interval(CHECK_INTERVAL_MS)
  async startDue(now = new Date()): Promise<void> {
    const { cron, drillCron } = this.config.backup;
    await this.start('full', cron, now);
    await this.start('drill', drillCron, now);
  }

  private async start(type: 'full' | 'drill', pattern: string | undefined, now: Date) {
    if (pattern === undefined) return;
    const last = await this.runs.findNewest(type);
    // One that runs stands for those that become due meanwhile.
    const since = last ? last.endTime : this.startedAt;
    const due = since && defaultRepeatStrategy(since.getTime(), { pattern, tz });
    if (due === undefined || due > now.getTime()) return;
    await this.service.start({ type, id: deterministicId('run', `${type} ${due}`) });
  }
}
