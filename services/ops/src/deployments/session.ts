import type { DeploymentStage } from '@ctdb/contracts';
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

/**
 * One worker's work on a deployment: each result is stored at once, under the record's token. Its writes are made one
 * after the other, so that `deployment` is what was stored last.
 */
export class DeploymentSession {
  private lines = 0;

  constructor(
    public deployment: DeploymentRecord,
    /** Aborts if the work must stop; the reason is the error. */
    readonly signal: AbortSignal,
    private readonly deployments: DeploymentsRepository,
    private readonly logs: DeploymentLogRepository,
  ) {}

  /** Adds a line to the log. */
  async log(line: string): Promise<void> {
    const { _id, token } = this.deployment;
    this.lines += 1;
    const order = token * LINES_PER_WORKER + this.lines;
    await this.logs.append({ deploymentId: _id, order, lines: [line] });
  }

  /**
   * Stores what another worker needs to continue, and the percent, which never decreases. Throws a `FencedError` if
   * one has taken over.
   */
  async save(known: Partial<DeploymentRecord>, progress = 0): Promise<void> {
    const update = { $set: { ...known, updatedAt: new Date() }, $max: { progress } };
    this.deployment = await this.deployments.write(this.deployment, update);
  }

  /** Ends the stage that runs, and starts the next one. A stage that runs already continues. */
  async startStage(stage: DeploymentStage, progress: number, before: StageOutcome): Promise<void> {
    const { timeline } = this.deployment;
    if (timeline.at(-1)?.stage === stage) return;
    const startedAt = new Date();
    const entry: StageRecord = { stage, startedAt, outcome: 'running' };
    const entries = [...leaveStage(timeline, before, startedAt), entry];
    await this.save({ stage, timeline: entries }, progress);
  }
}
