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
 * missed is made up for, several workers start one, and a lost Redis loses none. The first one is due after the first
 * copy of an image.
 */
@Injectable()
export class RunSchedule {
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
    if (last && !last.endTime) return;
    // The end may be by a clock that is behind the one of the start.
    const since = last ? [last.startTime, last.endTime] : [await this.runs.findFirstCopy()];
    const times = since.flatMap((time) => time?.getTime() ?? []);
    if (times.length === 0) return;
    const due = defaultRepeatStrategy(Math.max(...times), { pattern, tz });
    if (due === undefined || due > now.getTime()) return;
    await this.service.start({ type, id: deterministicId('run', `${type} ${due}`) });
  }
}
