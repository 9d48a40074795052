import { randomUUID } from 'node:crypto';
import type { Types } from 'mongoose';
import type { Lease } from './run.schema.js';
import type { RunsRepository } from './runs.repository.js';
import type { RunTiming } from './timing.js';

/** Another worker has taken the run over, or may have: nothing may be written any more. */
export class LeaseLost extends Error {}
/** This worker is asked to end; another one goes on. */
export class Interrupted extends Error {}

/** A lease as it is now. */
export const newLease = (
  { stale, lost }: RunTiming,
  id: string = randomUUID(),
  now = Date.now(),
): Lease => ({ id, staleAt: new Date(now + stale), until: new Date(now + lost) });

/** Keeps a lease alive, and tells whether it still is: by its own clock, too, after a long sleep. */
export class HeldLease {
  private readonly timer: NodeJS.Timeout;
  private isLost = false;
  private isInterrupted = false;

  constructor(
    private readonly runs: RunsRepository,
    private readonly runId: Types.ObjectId,
    private current: Lease,
    private readonly timing: RunTiming,
  ) {
    this.timer = setInterval(() => void this.renew(), timing.renew);
  }

  get id(): string {
    return this.current.id;
  }

  /** Throws where the work must not go on. */
  check(): void {
    if (this.isLost || Date.now() >= this.current.staleAt.getTime()) throw new LeaseLost();
    if (this.isInterrupted) throw new Interrupted();
  }

  /** The next check throws {@link Interrupted}. */
  interrupt(): void {
    this.isInterrupted = true;
  }

  /** Ends the renewing. */
  stop(): void {
    clearInterval(this.timer);
  }

  /** Gives the run to whoever comes next. */
  async release(): Promise<void> {
    this.stop();
    await this.runs.release(this.runId, { ...this.current, staleAt: new Date() });
  }

  private async renew(): Promise<void> {
    const next = newLease(this.timing, this.id);
    try {
      if (await this.runs.renew(this.runId, next)) this.current = next;
      else this.isLost = true;
    } catch {
      // The database is away: the lease ends by itself unless a later try comes through.
    }
  }
}
