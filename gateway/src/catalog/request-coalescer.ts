/** How long a read waits for the one before it, in milliseconds. */
const WAIT_LIMIT_MS = 20;

/**
 * Answers equal requests that arrive at the same time with one read. A read serves only callers that
 * asked before it started, so that every caller sees the data stored before its request. While one
 * read runs, later callers wait for the next one.
 */
export class RequestCoalescer<T> {
  private readonly running = new Map<string, Promise<T>>();
  private readonly queued = new Map<string, Promise<T>>();

  /** The result of `work`, or of the same work that another asker of `key` is about to begin. */
  read(key: string, work: () => Promise<T>): Promise<T> {
    const running = this.running.get(key);
    if (!running) return this.start(key, work);
    const waiting = this.queued.get(key);
    if (waiting) return waiting;
    const next = this.waitForRunning(running).then(() => {
      this.queued.delete(key);
      return this.start(key, work);
    });
    this.queued.set(key, next);
    return next;
  }

  private start(key: string, work: () => Promise<T>): Promise<T> {
    const read = work().finally(() => {
      if (this.running.get(key) === read) this.running.delete(key);
    });
    this.running.set(key, read);
    return read;
  }

  /** Resolves when `running` has ended, or takes too long to wait for. */
  private waitForRunning(running: Promise<T>): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, WAIT_LIMIT_MS);
      const end = () => {
        clearTimeout(timer);
        resolve();
      };
      // Its own callers receive its failure.
      running.then(end, end);
    });
  }
}
