import { OnWorkerEvent, WorkerHost } from '@nestjs/bullmq';
import type { BeforeApplicationShutdown } from '@nestjs/common';
import { WaitingError, type Job } from 'bullmq';
import { Types } from 'mongoose';
import type { AppLogger } from '../logging/app-logger.js';
import {
  FencedError,
  type FencedJobData,
  type FencedRepository,
  type JobRecord,
  type TakenJob,
} from './fenced.repository.js';

/** The process stops: the work ends where it is, and another worker continues. */
export class ShutdownError extends Error {
  override readonly name = 'ShutdownError';
}

/** A worker of a queue. It closes while the database is still open, and logs what goes wrong. */
export abstract class JobProcessor extends WorkerHost implements BeforeApplicationShutdown {
  constructor(protected readonly logger: AppLogger) {
    super();
  }

  /** Waits for the jobs that run; no other begins. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.worker.close();
  }

  @OnWorkerEvent('error')
  onWorkerError(error: Error): void {
    this.logger.warn('a queue is not reachable', { queue: this.worker.name }, error);
  }

  @OnWorkerEvent('failed')
  onJobFailed(job: Job | undefined, error: Error): void {
    this.logger.warn('a job failed', { queue: this.worker.name, job: job?.id }, error);
  }
}

/**
 * Works on the records of a {@link FencedRepository}. A record may come again at any time, at its stored
 * progress: after a death, a sleep, a shutdown, or because Redis lost it.
 */
export abstract class FencedProcessor<R extends JobRecord> extends JobProcessor {
  private readonly stopping = new AbortController();

  constructor(
    private readonly records: FencedRepository<R>,
    logger: AppLogger,
  ) {
    super(logger);
  }

  /**
   * Does the work and ends the record. `signal` aborts with a {@link FencedError} or a
   * {@link ShutdownError}. After any error the record stays as it is and is taken over.
   */
  protected abstract work(taken: TakenJob<R>, signal: AbortSignal): Promise<void>;

  override async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort(new ShutdownError());
    await super.beforeApplicationShutdown();
  }

  async process(job: Job<FencedJobData>, lockToken?: string): Promise<void> {
    if (this.stopping.signal.aborted) return this.handBack(job, lockToken);
    const taken = await this.records.take(Types.ObjectId.createFromHexString(job.data.id));
    if (!taken) return;
    const fenced = new AbortController();
    let lastBeat: Promise<unknown> | undefined;
    const heartbeat = setInterval(() => {
      lastBeat = this.records.write(taken.record, {}, { _id: 1 }).catch((error: unknown) => {
        // While the database is away another worker cannot take the record either.
        if (error instanceof FencedError) fenced.abort(error);
      });
    }, this.records.timing.heartbeatMs);
    try {
      await this.work(taken, AbortSignal.any([fenced.signal, this.stopping.signal]));
    } catch (error) {
      if (error instanceof FencedError) {
        this.logger.warn('another worker has taken over', { job: job.id });
        return;
      }
      if (!this.stopping.signal.aborted) throw error;
      clearInterval(heartbeat);
      // A heartbeat after the release would hold the record for a worker that is gone.
      await lastBeat;
      await this.records.release(taken.record);
      await this.handBack(job, lockToken);
    } finally {
      clearInterval(heartbeat);
    }
  }

  private async handBack(job: Job, lockToken?: string): Promise<never> {
    await job.moveToWait(lockToken);
    throw new WaitingError();
  }
}
