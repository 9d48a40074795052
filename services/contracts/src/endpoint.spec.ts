import { expect, it } from 'vitest';
import { z } from 'zod';
import { access, isAllowed } from './authorisation.js';
import { plans } from './constants/billing.js';
import { endpoint, isForwarded, type RouteContract } from './endpoint.js';
import { paged, pageQuery } from './records.js';
import { routes } from './routes-and-messages.js';
import type { Subject } from './subject.js';

const common = {
  summary: 'Things',
  access: access.everyone,
  params: z.strictObject({ id: z.string() }),
} as const;
const reply = z.object({ id: z.string(), version: z.number().int().min(1) });

// The cookie of a pass goes with requests of other sites too. Routes for everyone need no cookie.
it('a change by a buyer is accepted from the product’s own pages alone', () => {
  const anonymous: Subject = { role: 'anonymous' };
  const buyers = plans.map((plan): Subject => ({ role: 'pass', id: 'a', plan, practice: 'p' }));
  const changes = Object.entries<RouteContract>(routes).filter(
    ([, { method, access: rule }]) =>
      method !== 'GET' &&
      !isAllowed(rule, anonymous) &&
      buyers.some((buyer) => isAllowed(rule, buyer)),
  );
  expect(changes.length).toBeGreaterThan(5);
  const open = changes.filter(([, { cookieAuthorised }]) => !cookieAuthorised);
  expect(open.map(([name]) => name)).toEqual([]);
});

it('a plain endpoint joins parameters, query, body and If-Match to the request of its message', () => {
  const update = endpoint('PUT /api/things/{id}', {
    ...common,
    body: z.strictObject({ name: z.string() }),
    conditional: true,
    message: 'catalog.things.update',
    versioned: true,
    reply,
  });
  expect(update).toMatchObject({ kind: 'command', service: 'catalog', status: 200 });
  const request = { id: 'a', name: 'b', ifMatch: 1 };
  expect(update.request.parse(request)).toEqual(request);
  expect(update.request.safeParse({ ...request, other: 1 }).success).toBe(false);
});

it('a plain endpoint has numbers in the request of a page, where its query has text', () => {
  const list = endpoint('GET /api/things/{id}', {
    ...common,
    message: 'catalog.things.list',
    ...paged(reply, 10, { kind: z.string().optional() }),
  });
  const parsed = list.request.parse({ id: 'a', kind: 'b' });
  expect(parsed).toEqual({ id: 'a', kind: 'b', page: 1, limit: 10 });
  expect(list.response.parse([{ id: 'a', version: 1 }])).toHaveLength(1);
  expect(list.kind).toBe('query');
});

it('a plain endpoint does not compile without what its answer needs', () => {
  const plain = { ...common, message: 'catalog.things.get' } as const;
  const unversioned = z.object({ id: z.string() });
  const versioned = { ...plain, versioned: true, reply: unversioned } as const;
  // @ts-expect-error -- no version
  expect(endpoint('GET /api/things/{id}', versioned)).toBeDefined();
  const paging = { ...plain, pageSize: 10, reply } as const;
  // @ts-expect-error -- no items
  expect(endpoint('GET /api/things/{id}', paging)).toBeDefined();
  const located = { ...plain, location: '/api/things', versioned: true, reply } as const;
  // @ts-expect-error -- of two kinds
  expect(endpoint('GET /api/things/{id}', located)).toBeDefined();
});

const all = Object.values<RouteContract>(routes);
const namesIn = (template: string) => [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

it('routes declare a parameter schema exactly where their path has parameters', () => {
  for (const route of all) {
    const params = Object.keys((route.params as z.ZodObject | undefined)?.shape ?? {});
    expect(params.sort()).toEqual(namesIn(route.path).sort());
  }
});

it('routes locate a created record by fields of the reply', () => {
  const created = all.filter(isForwarded).filter(({ location }) => location !== undefined);
  expect(created.length).toBeGreaterThan(3);
  for (const { location = '', reply: schema } of created)
    for (const name of namesIn(location))
      expect((schema as z.ZodObject).shape).toHaveProperty([name ?? '']);
});

it('routes answer with lists that the reply has', () => {
  const lists = all.filter(isForwarded).filter(({ list }) => list !== undefined);
  expect(lists.length).toBeGreaterThan(1);
  for (const { list = '', reply: schema } of lists)
    expect((schema as z.ZodObject).shape).toHaveProperty([list]);
});

it.each(['0', '-1', '1.5', '0x10', '', '1e3', '99999999999'])('a page refuses page=%s', (page) => {
  expect(pageQuery.safeParse({ page }).success).toBe(false);
});

it('a page has a number and a limit, both whole', () => {
  expect(pageQuery.parse({ page: '2', limit: '100' })).toEqual({ page: 2, limit: 100 });
  expect(pageQuery.safeParse({ limit: '101' }).success).toBe(false);
});
