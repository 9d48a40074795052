import { isDeepStrictEqual } from 'node:util';
import { getQueueToken } from '@nestjs/bullmq';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Interval } from '@nestjs/schedule';
import type { JobSchedulerJson, JobsOptions, Queue } from 'bullmq';
import { AppLogger } from '../logging/app-logger.js';

/** Periodic work: a job of this name and scheduler id, every so many milliseconds or by a cron pattern. */
export type JobSchedule = {
  queue: string;
  id: string;
  /** Applies to the jobs; a failed job is not repeated without. */
  opts?: Pick<JobsOptions, 'attempts' | 'backoff'>;
} & (
  | { every: number; pattern?: never; tz?: never }
  | { every?: never; pattern: string; tz: string }
);

/** Injection token of the queues and schedules of {@link Schedules}. */
export const JOB_SCHEDULES = Symbol('JOB_SCHEDULES');

const CHECK_INTERVAL_MS = 30_000;

/**
 * Keeps the job schedulers of the service's queues as declared: Redis may lose them. BullMQ compares
 * the time of a run with the clock of the process that looks, and counts the next run from the one
 * before. A clock that is two hours wrong therefore makes a run come up to two hours early or late,
 * and neither repeats nor loses one. A next run of `every` that such a clock put far away is computed
 * again within 30 s.
 */
@Injectable()
export class Schedules implements OnApplicationBootstrap {
  private checking: Promise<void> | undefined;

  constructor(
    @Inject(JOB_SCHEDULES)
    private readonly declared: { queues: readonly string[]; schedules: readonly JobSchedule[] },
    private readonly modules: ModuleRef,
    private readonly logger: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    this.restore();
  }

  @Interval(CHECK_INTERVAL_MS)
  restore(): void {
    this.checking ??= this.restoreAll()
      .catch((error: unknown) => this.logger.warn('restoring the job schedules failed', error))
      .finally(() => {
        this.checking = undefined;
      });
  }

  private async restoreAll(): Promise<void> {
    for (const name of this.declared.queues) {
      const queue = this.modules.get<Queue>(getQueueToken(name), { strict: false });
      const wanted = this.declared.schedules.filter((schedule) => schedule.queue === name);
      const known = await queue.getJobSchedulers();
      const unknown = known.filter(({ key }) => !wanted.some(({ id }) => id === key));
      for (const { key } of unknown) await queue.removeJobScheduler(key);
      for (const schedule of wanted) {
        const { id, opts: retries = {} } = schedule;
        const found = known.find(({ key }) => key === id);
        if (isAsDeclared(found, schedule, Date.now())) continue;
        const repeat =
          schedule.every === undefined
            ? { pattern: schedule.pattern, tz: schedule.tz }
            : { every: schedule.every };
        const opts = { removeOnComplete: true, removeOnFail: true, ...retries };
        await queue.upsertJobScheduler(id, repeat, { name: id, opts });
      }
    }
  }
}

/** A next run later than two intervals was computed by a clock that runs ahead. */
const isAsDeclared = (
  found: JobSchedulerJson | undefined,
  { every, pattern, tz, opts }: JobSchedule,
  now: number,
): boolean =>
  found !== undefined &&
  Number(found.every ?? 0) === (every ?? 0) &&
  found.pattern === pattern &&
  found.tz === tz &&
  found.template?.opts?.attempts === opts?.attempts &&
  isDeepStrictEqual(found.template?.opts?.backoff, opts?.backoff) &&
  (every === undefined || (found.next ?? 0) <= now + 2 * every);
