import { AppLogger, isConnectionError, repeat, type Repeated } from '@ctdb/chassis';
import type { RunFault } from '@ctdb/contracts';
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import type { Types } from 'mongoose';
import { HeldLease, Interrupted, LeaseLost, newLease } from './held-lease.js';
import { RunEvents } from './run-events.js';
import { RunExecutor } from './run-loop.js';
import { RUN_TASKS, RunAbortedError, type RunHandler } from './run-task.js';
import type { RunRecord } from './run.schema.js';
import { RunsRepository } from './runs.repository.js';
import { RUN_TIMING, type RunTiming } from './timing.js';

/** A run whose workers die this often without getting any further is given up. */
const MOST_TAKEOVERS = 5;

/** Works on runs, those that dead workers have left behind included. */
@Injectable()
export class RunWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly held = new Map<string, { lease: HeldLease; work: Promise<void> }>();
  private watch: Repeated | undefined;
  private isEnding = false;

  constructor(
    private readonly runs: RunsRepository,
    private readonly loop: RunExecutor,
    private readonly events: RunEvents,
    private readonly logger: AppLogger,
    @Inject(RUN_TASKS) private readonly tasks: readonly RunHandler[],
    @Inject(RUN_TIMING) private readonly timing: RunTiming,
  ) {}

  onApplicationBootstrap(): void {
    const rhythm = { first: 0, every: this.timing.watch };
    this.watch = repeat('looking for runs', rhythm, this.logger, async () => {
      for (const id of await this.runs.abandoned(new Date())) await this.take(id);
    });
  }

  /** Lets go of its runs at the next image; whoever is there takes them over at once. */
  async onModuleDestroy(): Promise<void> {
    this.isEnding = true;
    await this.watch?.stop();
    const held = [...this.held.values()];
    for (const { lease } of held) lease.interrupt();
    await Promise.all(held.map(({ work }) => work));
  }

  /** Begins to work on a run, unless somebody does. */
  async take(id: Types.ObjectId): Promise<void> {
    if (this.isEnding) return;
    const lease = newLease(this.timing);
    const run = await this.runs.claim(id, lease, new Date());
    if (!run) return;
    const held = new HeldLease(this.runs, id, lease, this.timing);
    const name = id.toHexString();
    const work = this.work(run, held).finally(() => this.held.delete(name));
    this.held.set(name, { lease: held, work });
  }

  private async work(run: RunRecord, lease: HeldLease): Promise<void> {
    const name = { run: run._id.toHexString(), type: run.backupType };
    try {
      await this.finish(run, lease, await this.result(run, lease));
    } catch (error) {
      if (error instanceof Interrupted) await lease.release().catch(() => undefined);
      else this.logger.warn('a run is left to another worker', name, error);
    } finally {
      lease.stop();
    }
  }

  /** Does the work; what it failed of, if it did. */
  private async result(run: RunRecord, lease: HeldLease): Promise<RunFault | undefined> {
    const task = this.taskOf(run);
    if (!task) return 'internal';
    try {
      if (run.takeovers > MOST_TAKEOVERS) return 'interrupted';
      await this.loop.go(run, task, lease);
      const after = await this.runs.find(run._id);
      return task.failsWithImages && (after?.failedBackups ?? 0) > 0 ? 'incomplete' : undefined;
    } catch (error) {
      if (error instanceof RunAbortedError) {
        this.logger.error(
          'a run failed',
          { run: run._id.toHexString(), fault: error.fault },
          error,
        );
        return error.fault;
      }
      if (error instanceof LeaseLost || error instanceof Interrupted || isConnectionError(error))
        throw error;
      this.logger.error('a run failed', { run: run._id.toHexString() }, error);
      return 'internal';
    }
  }

  private async finish(
    run: RunRecord,
    lease: HeldLease,
    errorMessage: RunFault | undefined,
  ): Promise<void> {
    const status = errorMessage ? 'failed' : 'completed';
    const after = (await this.runs.find(run._id)) ?? run;
    const done = after.successfulBackups + after.failedBackups;
    const isWhole = !errorMessage || errorMessage === 'incomplete';
    const isEnded = await this.runs.end(
      run._id,
      lease.id,
      {
        status,
        endTime: new Date(),
        totalImages: isWhole ? done : after.totalImages,
        ...(errorMessage && { errorMessage }),
      },
      this.events.ended(run, status),
    );
    this.events.relaySoon();
    // Before, another worker might still have needed it.
    if (isEnded) await this.taskOf(run)?.tidy?.(run);
  }

  private taskOf({ backupType }: RunRecord): RunHandler | undefined {
    return this.tasks.find(({ type }) => type === backupType);
  }
}
