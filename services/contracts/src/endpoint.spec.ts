import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { access, isAllowed } from './authorisation.js';
import { plans } from './constants/billing.js';
import { endpoint, isForwarded, type RouteContract } from './endpoint.js';
import { pageOf, pageQuery } from './paging.js';
import { routes } from './routes.js';
import type { Subject } from './subject.js';

const common = {
  path: '/api/things/{id}',
  summary: 'Things',
  access: access.everyone,
  params: z.strictObject({ id: z.string() }),
} as const;
const reply = z.object({ id: z.string(), version: z.number().int().min(1) });

describe('a change by a buyer', () => {
  // The cookie of a pass goes with requests of other sites too. Routes for everyone need no cookie.
  it('is accepted from the product’s own pages alone', () => {
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
});

describe('a plain endpoint', () => {
  it('joins parameters, query, body and If-Match to the request of its message', () => {
    const update = endpoint({
      ...common,
      method: 'PUT',
      body: z.strictObject({ name: z.string() }),
      conditional: true,
      message: 'catalog.things.update',
      answer: 'versioned',
      reply,
    });
    expect(update).toMatchObject({ kind: 'command', service: 'catalog', status: 200 });
    const request = { id: 'a', name: 'b', ifMatch: 1 };
    expect(update.request.parse(request)).toEqual(request);
    expect(update.request.safeParse({ ...request, other: 1 }).success).toBe(false);
  });

  it('has numbers in the request of a page, where its query has text', () => {
    const list = endpoint({
      ...common,
      method: 'GET',
      query: pageQuery.extend({ kind: z.string().optional() }),
      message: 'catalog.things.list',
      answer: 'page',
      pageSize: 10,
      reply: pageOf(reply),
    });
    const parsed = list.request.parse({ id: 'a', kind: 'b' });
    expect(parsed).toEqual({ id: 'a', kind: 'b', page: 1, limit: 10 });
    expect(list.response.parse([{ id: 'a', version: 1 }])).toHaveLength(1);
    expect(list.kind).toBe('query');
  });

  it('does not compile without what its answer needs', () => {
    const plain = { ...common, method: 'GET', message: 'catalog.things.get' } as const;
    const unversioned = z.object({ id: z.string() });
    // @ts-expect-error -- no version
    expect(endpoint({ ...plain, answer: 'versioned', reply: unversioned })).toBeDefined();
    // @ts-expect-error -- no location
    expect(endpoint({ ...plain, answer: 'created', reply })).toBeDefined();
    const unpaged = { ...plain, answer: 'page', pageSize: 10 } as const;
    // @ts-expect-error -- no items
    expect(() => endpoint({ ...unpaged, reply })).not.toThrow();
  });
});

describe('routes', () => {
  const all = Object.values<RouteContract>(routes);
  const namesIn = (template: string) =>
    [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

  it('declare a parameter schema exactly where their path has parameters', () => {
    for (const route of all) {
      const params = Object.keys((route.params as z.ZodObject | undefined)?.shape ?? {});
      expect(params.sort()).toEqual(namesIn(route.path).sort());
    }
  });

  it('locate a created record by fields of the reply', () => {
    const created = all.filter(isForwarded).filter(({ answer }) => answer === 'created');
    expect(created.length).toBeGreaterThan(3);
    for (const { location = '', reply: schema } of created)
      for (const name of namesIn(location))
        expect((schema as z.ZodObject).shape).toHaveProperty([name ?? '']);
  });
});

describe('a page', () => {
  it.each(['0', '-1', '1.5', '0x10', '', '1e3', '99999999999'])('refuses page=%s', (page) => {
    expect(pageQuery.safeParse({ page }).success).toBe(false);
  });

  it('has a number and a limit, both whole', () => {
    expect(pageQuery.parse({ page: '2', limit: '100' })).toEqual({ page: 2, limit: 100 });
    expect(pageQuery.safeParse({ limit: '101' }).success).toBe(false);
  });
});
