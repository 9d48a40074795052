import { describe, expect, it } from '@jest/globals';
import { ListPage } from './list-page.js';
import { PageCache } from './page-cache.js';

const MB = 1_048_576;
const pageOf = (bytes: number) => new ListPage('tag', 1, ['x'.repeat(bytes)]);

describe('the pages that are kept', () => {
  it('are found again', () => {
    const cache = new PageCache();
    const page = pageOf(10);
    cache.set('a', page);
    expect(cache.get('a')).toBe(page);
    expect(cache.get('b')).toBeUndefined();
    const newer = pageOf(10);
    cache.set('a', newer);
    expect(cache.get('a')).toBe(newer);
  });

  it('make room for new ones, the longest unused first', () => {
    const cache = new PageCache();
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']) {
      cache.set(key, pageOf(3 * MB));
      cache.get('a');
    }
    expect(cache.get('a')).toBeDefined();
    cache.set('k', pageOf(3 * MB));
    expect(cache.get('b')).toBeUndefined();
    expect(cache.get('a')).toBeDefined();
    expect(cache.get('k')).toBeDefined();
  });

  it('are not those that would push out all others', () => {
    const cache = new PageCache();
    cache.set('small', pageOf(10));
    cache.set('small', pageOf(5 * MB));
    expect(cache.get('small')).toBeUndefined();
  });
});
