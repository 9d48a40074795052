import { setTimeout as pause } from 'node:timers/promises';
import { AppLogger, isConnectionError } from '@ctdb/chassis';
import { DomainError } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import pMap from 'p-map';
import { BackupImagesRepository } from '../images/backup-images.repository.js';
import type { ImageRecord } from '../images/image.schema.js';
import { Interrupted, LeaseLost, type HeldLease } from './held-lease.js';
import { RunAbortedError, type Outcome, type RunHandler } from './run-task.js';
import type { RunRecord } from './run.schema.js';
import { RunsRepository, type Progress } from './runs.repository.js';

/** Images between two checkpoints: what a kill has looked at again, at most. */
const PAGE = 64;
/** Before each further try where the storage is away; milliseconds. */
const PAUSES = [500, 1_000, 2_000, 4_000, 8_000];

/** Takes a run over all images from where it is, page by page; the memory does not grow with them. */
@Injectable()
export class RunExecutor {
  constructor(
    private readonly images: BackupImagesRepository,
    private readonly runs: RunsRepository,
    private readonly logger: AppLogger,
  ) {}

  async go(run: RunRecord, task: RunHandler, lease: HeldLease): Promise<void> {
    const total = run.imageId ? 1 : await this.images.count();
    await this.runs.setTotal(run._id, lease.id, total);
    for (let { cursor } = run; ;) {
      lease.check();
      const page = await this.images.page(cursor, PAGE, run.imageId);
      const last = page.at(-1);
      if (!last) return;
      cursor = last._id;
      const examined = await this.examineAll(page, run, task, lease);
      lease.check();
      const outcomes = (await task.settle?.(page, examined)) ?? examined;
      const progress = progressOf(page, outcomes, cursor);
      if (!(await this.runs.checkpoint(run._id, lease.id, progress))) throw new LeaseLost();
    }
  }

  /** After a failure no other image begins; it is thrown when those that had begun have ended. */
  private async examineAll(
    page: readonly ImageRecord[],
    run: RunRecord,
    task: RunHandler,
    lease: HeldLease,
  ): Promise<Outcome[]> {
    const failures: unknown[] = [];
    const examineOne = async (image: ImageRecord) => {
      if (failures.length > 0) return null;
      try {
        lease.check();
        return await this.examine(image, run, task, lease);
      } catch (error) {
        failures.push(error);
        return null;
      }
    };
    const examined = await pMap(page, examineOne, { concurrency: task.concurrency });
    if (failures.length > 0) throw failures[0];
    return examined;
  }

  private async examine(
    image: ImageRecord,
    run: RunRecord,
    task: RunHandler,
    lease: HeldLease,
  ): Promise<Outcome> {
    for (const wait of [...PAUSES, null]) {
      try {
        return await task.examine(image, run);
      } catch (error) {
        if (error instanceof RunAbortedError || error instanceof Interrupted) throw error;
        const names = { image: image._id.toHexString(), run: run._id.toHexString() };
        if (!isAway(error)) {
          this.logger.error('an image cannot be worked on', names, error);
          return { fault: 'unreadable' };
        }
        if (wait === null) throw new RunAbortedError('storageAway', error);
        this.logger.warn('a run waits for the storage', names, error);
        await pause(wait);
        lease.check();
      }
    }
    return null;
  }
}

const isAway = (error: unknown): boolean =>
  (error instanceof DomainError && error.code === 'SERVICE_UNAVAILABLE') ||
  isConnectionError(error);

const progressOf = (
  page: readonly ImageRecord[],
  outcomes: readonly Outcome[],
  cursor: Progress['cursor'],
): Progress => {
  const progress: Progress = { cursor, successful: 0, repaired: 0, failures: [] };
  for (const [index, outcome] of outcomes.entries()) {
    const image = page[index];
    if (!outcome || !image) continue;
    if ('fault' in outcome) progress.failures.push(toRunFailure(image, outcome.fault));
    else {
      progress.successful += 1;
      if (outcome.repaired) progress.repaired += 1;
    }
  }
  return progress;
};

/** How a failed image is told of. */
export const toRunFailure = (
  { _id, filename, title }: ImageRecord,
  reason: Progress['failures'][number]['reason'],
): Progress['failures'][number] => ({ imageId: _id, filename: filename ?? '', title, reason });
