import { expect, it } from 'vitest';
import { maliciousDomainNames } from '@ctdb/chassis/testing';
import { linkHeader } from './paging.js';

const relations = (page: number, total: number, limit = 10) =>
  Object.fromEntries(
    [
      ...linkHeader({ path: '/x', page, limit, total }).matchAll(
        /page=(\d+)&limit=\d+>; rel="(\w+)"/g,
      ),
    ].map(([, to, rel]) => [rel, Number(to)]),
  );

it.each([
  [1, 24, { first: 1, next: 2, last: 3 }],
  [2, 24, { first: 1, prev: 1, next: 3, last: 3 }],
  [3, 24, { first: 1, prev: 2, last: 3 }],
  [1, 10, { first: 1, last: 1 }],
  [1, 0, { first: 1, last: 1 }],
  [9, 24, { first: 1, prev: 3, last: 3 }],
])('links to other pages of page %d of %d rows', (page, total, expected) => {
  expect(relations(page, total)).toEqual(expected);
});

it('links to other pages keep the filter, and nothing of it breaks out of the header', () => {
  for (const actor of ['>; rel="x"\r\nಮ', ...maliciousDomainNames]) {
    const filter = { actor: actor.toWellFormed(), category: undefined };
    const link = linkHeader({ path: '/api/audit', filter, page: 1, limit: 10, total: 1 });
    expect(link).toMatch(/^[\x20-\x7e]+$/);
    const targets = link.split(', ').map((one) => /^<([^<>"\s]+)>; rel="\w+"$/.exec(one)?.[1]);
    expect(targets).toHaveLength(2);
    const { searchParams } = new URL(targets[0] ?? '', 'http://localhost');
    expect([...searchParams.keys()]).toEqual(['actor', 'page', 'limit']);
    expect(searchParams.get('actor')).toBe(filter.actor);
  }
});
