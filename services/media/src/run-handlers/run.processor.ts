import { AppLogger, isTransientError } from '@ctdb/chassis';
import { FencedError, FencedProcessor, type TakenJob } from '@ctdb/chassis/jobs';
import { DomainError } from '@ctdb/contracts';
import { Processor } from '@nestjs/bullmq';
import pMap from 'p-map';
import pRetry, { type Options } from 'p-retry';
import { ImagesRepository } from '../images/images.repository.js';
import type { ImageRecord } from '../images/image.record.js';
import { type ImageResult, RunAbortedError, type RunRecord } from '../runs/run.record.js';
import { RUNS_QUEUE, RunsRepository } from '../runs/runs.repository.js';
import { RunsService } from '../runs/runs.service.js';
import { RunHandlers, type RunHandler } from './run-handlers.js';

/** Images between two checkpoints: after a kill, so many are processed again at most. */
const PAGE_SIZE = 64;
/** A run whose workers die this often without getting any further is given up. */
const MAX_TAKEOVERS = 5;
/** A run outlasts a storage that is unavailable for some 15 seconds. */
const storageRetry: Options = { retries: 5, minTimeout: 500, factor: 2 };

/** A run that this process holds; `signal` aborts when it no longer does. */
interface Work {
  run: RunRecord;
  handler: RunHandler;
  signal: AbortSignal;
}

/** Processes all images from the checkpoint of a run, page by page, so that memory does not grow. */
@Processor(RUNS_QUEUE, {
  // A run that waits for the storage keeps its place; too few places would fail the runs behind it.
  concurrency: 32,
})
export class RunProcessor extends FencedProcessor<RunRecord> {
  constructor(
    private readonly runs: RunsRepository,
    private readonly service: RunsService,
    private readonly images: ImagesRepository,
    private readonly handlers: RunHandlers,
    logger: AppLogger,
  ) {
    super(runs, logger);
  }

  protected override async work({ record: run }: TakenJob<RunRecord>, signal: AbortSignal) {
    const handler = this.handlers.byType[run.backupType];
    const error = handler ? await this.execute({ run, handler, signal }) : 'internal';
    await this.service.end(run, error);
  }

  /** The error that ends the run, if any. Throws if another worker can continue. */
  private async execute(work: Work) {
    const { run, handler, signal } = work;
    if (run.takeovers > MAX_TAKEOVERS) return 'interrupted';
    try {
      await this.processAll(work);
      const after = await this.runs.find(run._id);
      if (after) await handler.complete?.(after);
      return handler.failsWithImages && (after?.failedBackups ?? 0) > 0 ? 'incomplete' : undefined;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof FencedError || isTransientError(error)) throw error;
      this.logger.error('a run failed', { run: run._id.toHexString() }, error);
      return error instanceof RunAbortedError ? error.code : 'internal';
    }
  }

  private async processAll(work: Work) {
    const { run, handler } = work;
    const totalImages = run.imageId ? 1 : await this.images.countReady();
    await this.runs.write(run, { $set: { totalImages } }, { _id: 1 });
    for (let { cursor } = run; ;) {
      const page = await this.images.findReadyPage(cursor, PAGE_SIZE, run.imageId);
      const last = page.at(-1);
      if (!last) return;
      cursor = last._id;
      const processed = await this.processPage(page, work);
      // A paused worker stores nothing after another one has taken over.
      await this.runs.write(run, {}, { _id: 1 });
      const results = (await handler.saveResults?.(page, processed)) ?? processed;
      await this.runs.checkpoint(run, page, results);
    }
  }

  /** After a failure no other image starts. It is thrown when those that had started have ended. */
  private async processPage(page: readonly ImageRecord[], work: Work): Promise<ImageResult[]> {
    const failures: unknown[] = [];
    const processOne = async (image: ImageRecord) => {
      if (failures.length > 0) return null;
      try {
        return await this.processImage(image, work);
      } catch (error) {
        failures.push(error);
        return null;
      }
    };
    const results = await pMap(page, processOne, { concurrency: work.handler.concurrency });
    if (failures.length > 0) throw failures[0];
    work.signal.throwIfAborted();
    return results;
  }

  private async processImage(image: ImageRecord, work: Work): Promise<ImageResult> {
    const { run, handler, signal } = work;
    const ids = { image: image._id.toHexString(), run: run._id.toHexString() };
    signal.throwIfAborted();
    try {
      return await pRetry(() => handler.processImage(image), {
        ...storageRetry,
        signal,
        shouldRetry: ({ error }) => isUnavailable(error),
        onFailedAttempt: ({ error }) => {
          if (isUnavailable(error))
            this.logger.warn('object storage unavailable, run paused', ids, error);
        },
      });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof RunAbortedError) throw error;
      if (isUnavailable(error)) throw new RunAbortedError('storageAway', error);
      this.logger.error('processing an image failed', ids, error);
      return { error: 'unreadable' };
    }
  }
}

const isUnavailable = (error: unknown): boolean =>
  (error instanceof DomainError && error.code === 'SERVICE_UNAVAILABLE') || isTransientError(error);
