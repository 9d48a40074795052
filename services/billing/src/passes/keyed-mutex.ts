import { setTimeout as pause } from 'node:timers/promises';

/**
 * Runs work with the same key one after the other within this process. Correctness does not depend
 * on it, because other processes do not take part: it avoids write conflicts.
 */
export class KeyedMutex {
  private readonly last = new Map<string, Promise<void>>();

  /** Work waits for at most `maxWaitMs`, so that hanging work does not block other callers. */
  constructor(private readonly maxWaitMs: number) {}

  /** Runs `work` after all earlier work with the same `key`; returns its result. */
  async runExclusive<T>(key: string, work: () => Promise<T>): Promise<T> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const before = this.last.get(key);
    this.last.set(key, promise);
    try {
      if (before) await Promise.race([before, pause(this.maxWaitMs, undefined, { ref: false })]);
      return await work();
    } finally {
      resolve(undefined);
      if (this.last.get(key) === promise) this.last.delete(key);
    }
  }
}
