import { once, EventEmitter } from 'node:events';
import { Injectable } from '@nestjs/common';

/** Knows when this process does what somebody waits for, so that other work can give way to it. */
@Injectable()
export class Rush {
  private underWay = 0;
  private readonly ends = new EventEmitter().setMaxListeners(0);

  /** Does what somebody waits for. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.underWay += 1;
    try {
      return await work();
    } finally {
      this.underWay -= 1;
      if (this.underWay === 0) this.ends.emit('end');
    }
  }

  /** Resolves once nobody waits for anything, or after `patienceMs`, so that nothing is put off for ever. */
  async over(patienceMs: number): Promise<void> {
    if (this.underWay === 0) return;
    const signal = AbortSignal.timeout(patienceMs);
    await once(this.ends, 'end', { signal }).catch(() => undefined);
  }
}
