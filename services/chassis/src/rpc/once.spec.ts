import { describe, expect, it, jest } from '@jest/globals';
import { LruCache } from '../data/lru-cache.js';
import { Once } from './once.js';

describe('work that is asked for again', () => {
  it('is done once while it runs, and for a while after', async () => {
    const once = new Once<number>();
    const work = jest.fn(async () => 7);
    expect(await Promise.all([once.do('a', work), once.do('a', work)])).toEqual([7, 7]);
    expect(await once.do('a', work)).toBe(7);
    expect(work).toHaveBeenCalledTimes(1);
    await once.do('b', work);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('is forgotten in the end', async () => {
    const once = new Once<number>();
    const work = jest.fn(async () => 7);
    await once.do('first', work);
    for (let index = 0; index < 256; index += 1) await once.do(String(index), async () => index);
    await once.do('first', work);
    expect(work).toHaveBeenCalledTimes(2);
  });
});

describe('a cache', () => {
  it('forgets what was not used for longest', () => {
    const cache = new LruCache<number>(2);
    cache.set('a', 1);
    cache.set('b', 2);
    cache.get('a');
    cache.set('c', 3);
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
    cache.delete('a');
    expect(cache.get('a')).toBeUndefined();
  });
});
