import { EventEmitter, once } from 'node:events';

/** Counts work that has begun. */
export class InFlightTracker {
  private count = 0;
  private readonly events = new EventEmitter();

  /** Counts `work` until it ends; its failure is the caller's concern. */
  async track<T>(work: () => Promise<T>): Promise<T> {
    this.count += 1;
    try {
      return await work();
    } finally {
      this.count -= 1;
      if (this.count === 0) this.events.emit('idle');
    }
  }

  /** Resolves with `true` once nothing is left, or with `false` after `milliseconds`. */
  async waitUntilIdle(milliseconds: number): Promise<boolean> {
    if (this.count === 0) return true;
    const signal = AbortSignal.timeout(milliseconds);
    return once(this.events, 'idle', { signal }).then(
      () => true,
      () => false,
    );
  }
}
