import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';

/** What pictures may take in memory together, beside some 150 MB that the process has at rest; bytes. */
export const MEMORY_BUDGET_BYTES = 160_000_000;

interface Waiting {
  bytes: number;
  start: () => void;
}

/**
 * Bounds the memory that pictures take while they are worked on. First come, first served: a huge one
 * waits until the others are done, and is not overtaken for ever. One that needs more than all is let
 * in alone.
 */
@Injectable()
export class MemoryLimiter {
  private used = 0;
  private running = 0;
  private readonly waiting: Waiting[] = [];
  /** More at once than there are processors only take each other's caches. */
  private readonly most = Math.max(2, availableParallelism());

  /** Does work that is going to take so much memory. */
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
    while (this.running < this.most) {
      const [next] = this.waiting;
      if (!next || this.used + next.bytes > MEMORY_BUDGET_BYTES) return;
      this.waiting.shift();
      this.used += next.bytes;
      this.running += 1;
      next.start();
    }
  }
}
