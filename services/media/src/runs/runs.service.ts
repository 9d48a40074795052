import { setTimeout as pause } from 'node:timers/promises';
import { deterministicId, Outbox, toObjectId, type OutboxEntry } from '@ctdb/chassis';
import { RECONCILE_INTERVAL_MS } from '@ctdb/chassis/jobs';
import { backupEvents, DomainError, imageHealthEvents, type RunErrorCode } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { defaultRepeatStrategy } from 'bullmq';
import { Types } from 'mongoose';
import { MEDIA_CONFIG, type MediaConfig } from '../config.js';
import type { RunRecord, RunType } from './run.record.js';
import { RunsRepository } from './runs.repository.js';

const POLL_INTERVAL_MS = 200;
const CHECK_INTERVAL_MS = 30_000;
const tz = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The run to start. */
export interface StartRunRequest {
  type: Exclude<RunType, 'automatic'>;
  imageId?: Types.ObjectId;
  /** The same request delivered again has the same id, and starts nothing new. */
  id?: Types.ObjectId;
}

/** Starts and ends runs, one of a kind at a time, with their events. */
@Injectable()
export class RunsService {
  constructor(
    private readonly runs: RunsRepository,
    private readonly outbox: Outbox,
    @Inject(MEDIA_CONFIG) private readonly config: MediaConfig,
  ) {}

  /** Returns the run that was started, or the one of its kind that was running before. */
  async start({ type, imageId, id = new Types.ObjectId() }: StartRunRequest) {
    const { record } = await this.runs.start({
      _id: id,
      backupType: type,
      slot: imageId ? `${type}:${imageId.toHexString()}` : type,
      ...(imageId && { imageId }),
      status: 'running',
      startTime: new Date(),
      totalImages: 0,
      successfulBackups: 0,
      failedBackups: 0,
      repaired: 0,
      backupPath: this.config.backup.folder,
      cursor: null,
      token: 0,
      takeovers: 0,
      failures: [],
      outbox: [this.startedEvent(id.toHexString(), type, imageId)],
    });
    this.outbox.relaySoon();
    return { id: record._id.toHexString(), alreadyRunning: !record._id.equals(id) };
  }

  /** Ends a run that this process holds. */
  async end(run: RunRecord, errorMessage?: RunErrorCode): Promise<void> {
    const status = errorMessage ? 'failed' : 'completed';
    const { successfulBackups, failedBackups } = (await this.runs.find(run._id)) ?? run;
    // Images may have been added or purged since they were counted.
    const isComplete = !errorMessage || errorMessage === 'incomplete';
    const totalImages = successfulBackups + failedBackups;
    await this.runs.end(run, {
      $set: {
        status,
        endTime: new Date(),
        ...(isComplete && { totalImages }),
        ...(errorMessage && { errorMessage }),
      },
      $push: { outbox: this.endedEvent(run, status) },
    });
    this.outbox.relaySoon();
  }

  /** The run when it has ended, or as it is after `timeoutMs`. */
  async waitForEnd(id: string, timeoutMs = Infinity): Promise<RunRecord> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const run = await this.runs.find(toObjectId(id));
      if (!run) throw new DomainError('INTERNAL_ERROR');
      if (run.status !== 'running' || performance.now() >= deadline) return run;
      await pause(POLL_INTERVAL_MS);
    }
  }

  /** In both processes, so that a run fails even if every worker is dead. */
  @Interval(RECONCILE_INTERVAL_MS)
  async reconcile(): Promise<void> {
    await this.runs.reconcile((lost) => this.end(lost, 'interrupted'));
  }

  private startedEvent(id: string, backupType: RunType, imageId?: Types.ObjectId): OutboxEntry {
    if (backupType === 'health') return this.outbox.entry(imageHealthEvents.started, { runId: id });
    return this.outbox.entry(backupEvents.started, {
      logId: id,
      backupType,
      ...(imageId && { imageId: imageId.toHexString() }),
    });
  }

  private endedEvent({ _id, backupType }: RunRecord, status: RunRecord['status']): OutboxEntry {
    const id = _id.toHexString();
    return backupType === 'health'
      ? this.outbox.entry(imageHealthEvents.ended, { runId: id, status })
      : this.outbox.entry(backupEvents.ended, { logId: id, backupType, status });
  }
}

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
