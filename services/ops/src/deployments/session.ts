import type { DeploymentStage } from '@ctdb/contracts';
import type { UpdateQuery } from 'mongoose';
import type { DeploymentRecord, StageRecord } from './deployment.schema.js';
import type { DeploymentsRepository } from './deployments.repository.js';
import type { DeploymentJob } from './driver.js';
import { LeaseLost } from './failure.js';
import type { HeldLease } from './held-lease.js';
import type { LogWriter } from './log-writer.js';
import { enterStage, leaveStage } from './timeline.js';

/** One worker's work on a deployment: what it finds out is stored as it goes on, under its lease. */
export class DeploymentSession implements DeploymentJob {
  private writing: Promise<unknown> = Promise.resolve();

  constructor(
    private current: DeploymentRecord,
    readonly lease: HeldLease,
    private readonly deployments: DeploymentsRepository,
    private readonly lines: LogWriter,
  ) {}

  get deployment(): DeploymentRecord {
    return this.current;
  }

  get signal(): AbortSignal {
    return this.lease.signal;
  }

  readonly check = (): void => this.lease.check();
  readonly log = (line: string): void => this.lines.add(line);

  /** Throws where the lease is no longer ours, as the database has it. */
  readonly prove = (): Promise<void> => this.write({});

  async advance(progress: number): Promise<void> {
    if (progress > this.current.progress) await this.write({ $max: { progress } });
  }

  async remember(known: Partial<DeploymentRecord>): Promise<void> {
    await this.write({ $set: known });
  }

  /** Begins a stage, or goes on with it. */
  async enter(stage: DeploymentStage, progress: number): Promise<void> {
    const timeline = enterStage(this.current.timeline, stage, new Date());
    await this.write({ $set: { stage, timeline }, $max: { progress } });
  }

  /** Ends the stage that runs. */
  async leave(outcome: StageRecord['outcome']): Promise<void> {
    const timeline = leaveStage(this.current.timeline, outcome, new Date());
    await this.write({ $set: { timeline } });
  }

  /** One write after the other, so that what is known here is what was stored last. */
  private write(update: UpdateQuery<DeploymentRecord>): Promise<void> {
    const written = this.writing.then(async () => {
      const set = { ...update.$set, updatedAt: new Date() };
      const all = { ...update, $set: set };
      const after = await this.deployments.write(this.current._id, this.lease.owner, all);
      if (!after) throw new LeaseLost();
      this.current = after;
    });
    this.writing = written.catch(() => undefined);
    return written;
  }
}
