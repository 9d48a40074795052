import { setTimeout as pause } from 'node:timers/promises';

/**
 * Runs work with the same key one after the other within this process. Correctness does not depend
 * on it, because other processes do not take part: it avoids write conflicts.
 */
export class Turns {
  private readonly last = new Map<string, Promise<void>>();

  /** Work waits for at most `maxWaitMs`, so that hanging work does not block other callers. */
  constructor(private readonly maxWaitMs: number) {}

  /** Runs `work` after all earlier work with the same `key`; returns its result. */
  take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(key);
    const turn = before ? this.waitForPrevious(before).then(work) : work();
    const over = turn.then(
      () => undefined,
      () => undefined,
    );
    this.last.set(key, over);
    void over.then(() => {
      if (this.last.get(key) === over) this.last.delete(key);
    });
    return turn;
  }

  private async waitForPrevious(before: Promise<void>): Promise<void> {
    const waiting = new AbortController();
    const { signal } = waiting;
    const enough = pause(this.maxWaitMs, undefined, { signal, ref: false }).catch(() => undefined);
    await Promise.race([before, enough]);
    waiting.abort();
  }
}
