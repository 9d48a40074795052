import type { DeploymentStage } from '@ctdb/contracts';
import type { UpdateQuery } from 'mongoose';
import type { DeploymentRecord, StageOutcome, StageRecord } from './deployment.record.js';
import type { DeploymentsRepository } from './deployments.repository.js';
import type { DeploymentLogRepository } from './log.repository.js';

/** Lines of a later worker come after those of an earlier one: its token is higher. */
const LINES_PER_WORKER = 1_000_000;

/** The timeline with its running stage ended. */
export const leaveStage = (
  timeline: readonly StageRecord[],
  outcome: StageOutcome,
  endedAt: Date,
): StageRecord[] =>
  timeline.map((entry) => (entry.outcome === 'running' ? { ...entry, outcome, endedAt } : entry));

/** One worker's work on a deployment: each result is stored at once, under the record's token. */
export class DeploymentSession {
  private writing: Promise<unknown> = Promise.resolve();
  private logging: Promise<void> = Promise.resolve();
  private lines = 0;

  constructor(
    private current: DeploymentRecord,
    /** Aborts if the work must stop; the reason is the error. */
    readonly signal: AbortSignal,
    private readonly deployments: DeploymentsRepository,
    private readonly logs: DeploymentLogRepository,
    private readonly onLogError: (error: unknown) => void,
  ) {}

  get deployment(): DeploymentRecord {
    return this.current;
  }

  /** Adds a line to the log. One that cannot be stored stops nothing. */
  readonly log = (line: string): void => {
    const { _id, token } = this.current;
    this.lines += 1;
    const order = token * LINES_PER_WORKER + this.lines;
    this.logging = this.logging
      .then(() => this.logs.append({ deploymentId: _id, order, lines: [line] }))
      .catch(this.onLogError);
  };

  /** Resolves when all lines are stored. */
  logged(): Promise<void> {
    return this.logging;
  }

  /** Percent of the deployment; never decreases. */
  async advance(progress: number): Promise<void> {
    if (progress > this.current.progress) await this.write({ $max: { progress } });
  }

  /** Stores what another worker needs to continue. Throws a `FencedError` if one has taken over. */
  async save(known: Partial<DeploymentRecord>): Promise<void> {
    await this.write({ $set: known });
  }

  /** Ends the stage that runs, and starts the next one. A stage that runs already continues. */
  async startStage(stage: DeploymentStage, progress: number, before: StageOutcome): Promise<void> {
    const { timeline } = this.current;
    if (timeline.at(-1)?.stage === stage) return;
    const startedAt = new Date();
    const entry: StageRecord = { stage, startedAt, outcome: 'running' };
    const entries = [...leaveStage(timeline, before, startedAt), entry];
    await this.write({ $set: { stage, timeline: entries }, $max: { progress } });
  }

  /** One write after the other, so that `current` is what was stored last. */
  private write(update: UpdateQuery<DeploymentRecord>): Promise<void> {
    const written = this.writing.then(async () => {
      const set = { ...update.$set, updatedAt: new Date() };
      this.current = await this.deployments.write(this.current, { ...update, $set: set });
    });
    this.writing = written.catch(() => undefined);
    return written;
  }
}
