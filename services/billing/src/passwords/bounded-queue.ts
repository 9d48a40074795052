import { DomainError } from '@ctdb/contracts';

/** The wait that a full queue returns to its callers; the queue drains in less. */
const RETRY_AFTER_SECONDS = 2;

/**
 * Limits the concurrency of expensive work. If more than `waiting` calls are queued, a new call
 * fails with `SERVICE_UNAVAILABLE`, so that a flood costs neither memory nor time.
 */
export class BoundedQueue {
  private running = 0;
  private readonly queue: (() => void)[] = [];

  constructor(
    private readonly parallel: number,
    private readonly waiting: number,
  ) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.enter();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private async enter(): Promise<void> {
    if (this.running < this.parallel) {
      this.running += 1;
      return;
    }
    if (this.queue.length >= this.waiting)
      throw new DomainError('SERVICE_UNAVAILABLE', { retryAfter: RETRY_AFTER_SECONDS });
    await new Promise<void>((resolve) => this.queue.push(resolve));
  }

  /** Starts the next queued call; `running` does not change then. */
  private leave(): void {
    const next = this.queue.shift();
    if (next) next();
    else this.running -= 1;
  }
}
