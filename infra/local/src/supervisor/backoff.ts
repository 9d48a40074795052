const FIRST_MS = 100;
const LONGEST_MS = 10_000;
/** A process that lived this long was healthy: its next failure is a new one. */
const HEALTHY_AFTER_MS = 30_000;

/** How long to wait before a process is started again: at once at first, then doubling. */
export class Backoff {
  #next = FIRST_MS;

  /** @param livedMs how long the process that just ended had lived */
  delay(livedMs: number): number {
    if (livedMs >= HEALTHY_AFTER_MS) this.#next = FIRST_MS;
    const delay = this.#next;
    this.#next = Math.min(delay * 2, LONGEST_MS);
    return delay;
  }
}
