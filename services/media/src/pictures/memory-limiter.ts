import { availableParallelism } from 'node:os';
import { InFlightTracker } from '@ctdb/chassis';
import { Injectable } from '@nestjs/common';

/** For all pictures together, beside some 150 MB of the process at rest. */
const MEMORY_BUDGET_BYTES = 160_000_000;

interface Waiting {
  bytes: number;
  start: () => void;
}

/**
 * Limits the memory of pictures that are processed at once. Work starts in order, so that a huge picture
 * is not overtaken for ever. Work that needs more than the budget runs alone.
 */
@Injectable()
export class MemoryLimiter {
  private used = 0;
  private running = 0;
  private readonly waiting: Waiting[] = [];
  /** More than the processors only evict each other's caches. */
  private readonly maxRunning = Math.max(2, availableParallelism());

  /** @param bytes the memory that `work` needs */
  async run<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    const counted = Math.min(Math.max(1, bytes), MEMORY_BUDGET_BYTES);
    await new Promise<void>((start) => {
      this.waiting.push({ bytes: counted, start });
      this.startNext();
    });
    try {
      return await work();
    } finally {
      this.used -= counted;
      this.running -= 1;
      this.startNext();
    }
  }

  private startNext(): void {
    while (this.running < this.maxRunning) {
      const [next] = this.waiting;
      if (!next || this.used + next.bytes > MEMORY_BUDGET_BYTES) return;
      this.waiting.shift();
      this.used += next.bytes;
      this.running += 1;
      next.start();
    }
  }
}

/** The work of this process that a user waits for. Other work gives way to it. */
@Injectable()
export class InteractiveWork extends InFlightTracker {}
