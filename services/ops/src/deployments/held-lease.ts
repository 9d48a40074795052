import { randomUUID } from 'node:crypto';
import type { Types } from 'mongoose';
import type { DeploymentRecord, Lease } from './deployment.schema.js';
import type { DeploymentsRepository } from './deployments.repository.js';
import { DeploymentFailure, Interrupted, LeaseLost } from './failure.js';
import type { DeploymentTiming } from './timing.js';

/** A lease as it is now. */
export const newLease = (
  { stale, lost }: DeploymentTiming,
  owner: string = randomUUID(),
  now = Date.now(),
): Lease => ({ owner, staleAt: new Date(now + stale), until: new Date(now + lost) });

/** How far the clocks of two machines may be apart; milliseconds. */
const SKEW_MS = 10_000;

/**
 * Whether a lease was made by a clock that was moved back since: it would not end for as long. Whoever
 * holds it, dead or alive, gets the time that a lease made now would have.
 */
export const isOfTheFuture = (
  { staleAt, until }: Lease,
  { stale, lost }: DeploymentTiming,
  now: Date,
): boolean =>
  staleAt.getTime() > now.getTime() + stale + SKEW_MS ||
  until.getTime() > now.getTime() + lost + SKEW_MS;

/** When the work must be over, and what it failed of then. */
export const limitOf = (
  { startedAt, workedAt }: Pick<DeploymentRecord, 'startedAt' | 'workedAt'>,
  { whole, resume }: DeploymentTiming,
  now = Date.now(),
): { at: number; fault: 'tooLong' | 'interrupted' } => {
  // What lies ahead was written by a clock that was moved back since.
  const end = Math.min(startedAt.getTime(), now) + whole;
  const resumed = workedAt ? Math.min(workedAt.getTime(), now) + resume : Infinity;
  return resumed < end ? { at: resumed, fault: 'interrupted' } : { at: end, fault: 'tooLong' };
};

/** Keeps a lease alive; its signal ends the work where it is lost, too late, or no longer wanted. */
export class HeldLease {
  private readonly timers: NodeJS.Timeout[];
  private readonly controller = new AbortController();

  constructor(
    private readonly deployments: DeploymentsRepository,
    private readonly deploymentId: Types.ObjectId,
    private current: Lease,
    private readonly timing: DeploymentTiming,
    limit: { at: number; fault: 'tooLong' | 'interrupted' },
  ) {
    const tooLate = () => this.controller.abort(new DeploymentFailure(limit.fault));
    this.timers = [
      setInterval(() => void this.renew(), timing.renew),
      setTimeout(tooLate, Math.max(0, limit.at - Date.now())),
    ];
  }

  get owner(): string {
    return this.current.owner;
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  /** Whether this worker may still write: by its own clock, too, after a long sleep. */
  get isHeld(): boolean {
    const isLost = this.signal.reason instanceof LeaseLost;
    return !isLost && Date.now() < this.current.staleAt.getTime();
  }

  /** Throws where the work must not go on. */
  check(): void {
    if (!this.isHeld) this.controller.abort(new LeaseLost());
    this.signal.throwIfAborted();
  }

  /** This worker ends; the work stops where it is. */
  interrupt(): void {
    this.controller.abort(new Interrupted());
  }

  /** Ends the renewing. */
  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
  }

  /** Gives the deployment to whoever comes next, at once. */
  async release(): Promise<void> {
    this.stop();
    const lease = { ...this.current, owner: '', staleAt: new Date() };
    await this.deployments.write(this.deploymentId, this.owner, {
      $set: { lease, workedAt: new Date() },
      $inc: { takeovers: -1 },
    });
  }

  private async renew(): Promise<void> {
    const lease = newLease(this.timing, this.owner);
    try {
      const update = { $set: { lease, workedAt: new Date() } };
      if (await this.deployments.write(this.deploymentId, this.owner, update)) this.current = lease;
      else this.controller.abort(new LeaseLost());
    } catch {
      // The database is away: the lease ends by itself unless a later try comes through.
    }
  }
}
