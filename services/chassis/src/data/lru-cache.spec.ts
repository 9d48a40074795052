import { describe, expect, it } from '@jest/globals';
import { LruCache } from './lru-cache.js';

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
