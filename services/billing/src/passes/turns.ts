import { setTimeout as pause } from 'node:timers/promises';

/**
 * Lets those who work on the same thing take turns within this process. Correctness does not hang on
 * it, for other processes do not take part: it spares them all from overtaking each other.
 */
export class Turns {
  private readonly last = new Map<string, Promise<void>>();

  /** Whoever has waited for `patienceMs` waits no longer: work that hangs holds up nobody else. */
  constructor(private readonly patienceMs: number) {}

  /** Runs `work` once all who came before with `key` are done; its outcome is the caller's. */
  take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.last.get(key);
    const turn = before ? this.patiently(before).then(work) : work();
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

  private async patiently(before: Promise<void>): Promise<void> {
    const waiting = new AbortController();
    const { signal } = waiting;
    const enough = pause(this.patienceMs, undefined, { signal, ref: false }).catch(() => undefined);
    await Promise.race([before, enough]);
    waiting.abort();
  }
}
