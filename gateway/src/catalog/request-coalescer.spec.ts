import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { RequestCoalescer } from './request-coalescer.js';

/** A store whose reads tell the value at their beginning, when the test lets them end. */
class Store {
  value = 0;
  begun = 0;
  private readonly ends: (() => void)[] = [];

  read = async (): Promise<number> => {
    this.begun += 1;
    const { value } = this;
    await new Promise<void>((end) => this.ends.push(end));
    return value;
  };

  end(): void {
    this.ends.shift()?.();
  }
}

const settle = () => pause(1);

describe('shared reads', () => {
  it('gather while one runs, and are then answered by one', async () => {
    const store = new Store();
    const reads = new RequestCoalescer<number>();
    const first = reads.read('k', store.read);
    store.value = 1;
    const gathered = [1, 2, 3].map(() => reads.read('k', store.read));
    expect(store.begun).toBe(1);
    store.end();
    expect(await first).toBe(0);
    await settle();
    expect(store.begun).toBe(2);
    store.end();
    expect(await Promise.all(gathered)).toEqual([1, 1, 1]);
  });

  it('start a new read when none is running', async () => {
    const reads = new RequestCoalescer<number>();
    let count = 0;
    const next = () => Promise.resolve((count += 1));
    expect([await reads.read('k', next), await reads.read('k', next)]).toEqual([1, 2]);
  });

  it('do not wait for other questions', async () => {
    const store = new Store();
    const reads = new RequestCoalescer<number>();
    const slow = reads.read('slow', store.read);
    expect(await reads.read('other', () => Promise.resolve(7))).toBe(7);
    store.end();
    expect(await slow).toBe(0);
  });

  it('wait 20 ms at most for one that hangs', async () => {
    const store = new Store();
    const reads = new RequestCoalescer<number>();
    const hanging = reads.read('k', store.read);
    expect(await reads.read('k', () => Promise.resolve(8))).toBe(8);
    store.end();
    expect(await hanging).toBe(0);
  });

  it('pass a failure to the callers that share the read, and to no later caller', async () => {
    const store = new Store();
    const reads = new RequestCoalescer<number>();
    const first = reads.read('k', async () => {
      await store.read();
      throw new Error('away');
    });
    const second = reads.read('k', () => Promise.resolve(9));
    store.end();
    await expect(first).rejects.toThrow('away');
    expect(await second).toBe(9);
  });
});
