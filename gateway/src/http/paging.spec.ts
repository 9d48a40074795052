import { describe, expect, it } from 'vitest';
import { linkHeader } from './paging.js';

const relations = (page: number, total: number, limit = 10) =>
  Object.fromEntries(
    [
      ...linkHeader({ path: '/x', page, limit, total }).matchAll(
        /page=(\d+)&limit=\d+>; rel="(\w+)"/g,
      ),
    ].map(([, to, rel]) => [rel, Number(to)]),
  );

describe('links to other pages', () => {
  it.each([
    [1, 24, { first: 1, next: 2, last: 3 }],
    [2, 24, { first: 1, prev: 1, next: 3, last: 3 }],
    [3, 24, { first: 1, prev: 2, last: 3 }],
    [1, 10, { first: 1, last: 1 }],
    [1, 0, { first: 1, last: 1 }],
    [9, 24, { first: 1, prev: 3, last: 3 }],
  ])('of page %d of %d rows', (page, total, expected) => {
    expect(relations(page, total)).toEqual(expected);
  });

  it('keep the filter, and nothing of it breaks out of the header', () => {
    const filter = { search: '>; rel="x"\r\nಮ', category: undefined };
    const link = linkHeader({ path: '/api/diseases', filter, page: 1, limit: 10, total: 1 });
    expect(link).toMatch(/^[\x20-\x7e]+$/);
    expect(link.split(', ')).toHaveLength(2);
    expect(link).not.toContain('category');
  });
});
