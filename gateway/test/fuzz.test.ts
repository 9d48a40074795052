import { beforeAll, describe, expect, it } from '@jest/globals';
import { testEnv } from '@ctdb/chassis/testing';
import fc from 'fast-check';
import { arbitraryOf, type Schema } from './support/arbitrary.js';
import { GatewayUnderTest, unlimited } from './support/gateway-under-test.js';
import { stagedBilling } from './support/staged-billing.js';
import { stagedCatalog } from './support/staged-catalog.js';
import { stagedMedia } from './support/staged-media.js';

const env = testEnv(unlimited);
let gateway: GatewayUnderTest;
let admin: { authorization: string };

beforeAll(async () => {
  await stagedCatalog().start(env);
  await stagedBilling().start(env);
  await stagedMedia().start(env);
  gateway = await GatewayUnderTest.start(env);
  admin = await gateway.admin();
}, 30_000);

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  schema: Schema;
}
interface Operation {
  operationId: string;
  parameters: Parameter[];
  requestBody?: { content: { 'application/json'?: { schema: Schema } } };
  responses: Record<string, unknown>;
}
interface Request {
  values: Record<string, unknown>;
  extra: [string, string] | undefined;
  body: unknown;
}

const RUNS = 25;

const requestsFor = ({ parameters, requestBody }: Operation): fc.Arbitrary<Request> =>
  fc.record({
    values: fc.record(
      Object.fromEntries(parameters.map(({ name, schema }) => [name, arbitraryOf(schema)])),
      { requiredKeys: parameters.filter((part) => part.in === 'path').map(({ name }) => name) },
    ),
    extra: fc.option(fc.tuple(fc.string(), fc.string()), { nil: undefined, freq: 5 }),
    body: requestBody?.content['application/json']
      ? arbitraryOf(requestBody.content['application/json'].schema)
      : fc.option(fc.json({ maxDepth: 1 }), { nil: undefined, freq: 4 }),
  });

// Objects may have a `toString` of their own that is no function.
const textOf = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value).toWellFormed();
const headerText = (value: unknown): string =>
  textOf(value)
    .replace(/[^\x20-\x7e]/g, '?')
    .trim();

const send = (method: string, path: string, { parameters }: Operation, request: Request) => {
  const { values, extra, body } = request;
  const query = new URLSearchParams(extra ? [extra] : []);
  const headers: Record<string, string> = { ...admin };
  let target = path;
  for (const { name, in: place } of parameters) {
    if (!(name in values)) continue;
    const value = textOf(values[name]);
    // An empty part of a path makes another path of it.
    if (place === 'path') target = target.replace(`{${name}}`, encodeURIComponent(value || '0'));
    if (place === 'query') query.set(name, value);
    if (place === 'header') headers[name] = headerText(values[name]);
  }
  const address = query.size > 0 ? `${target}?${query.toString()}` : target;
  return gateway.call(address, { method: method.toUpperCase(), headers, json: body });
};

describe('random requests', () => {
  it('are answered as the description says, and never with a fault of ours', async () => {
    const { paths } = (await gateway.call('/api/openapi.json')).json() as unknown as {
      paths: Record<string, Record<string, Operation>>;
    };
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    );
    const seen = new Map<string, number>();
    for (const { path, method, operation } of operations) {
      await fc.assert(
        fc.asyncProperty(requestsFor(operation), async (request) => {
          const { status, headers, text } = await send(method, path, operation, request);
          seen.set(`${status}`, (seen.get(`${status}`) ?? 0) + 1);
          const documented = Object.keys(operation.responses);
          if (!documented.includes(String(status))) {
            throw new Error(`${operation.operationId} answered ${status}: ${text}`);
          }
          if (status >= 400) expect(headers['content-type']).toMatch(/^application\/problem\+json/);
        }),
        { numRuns: RUNS },
      );
    }
    expect(operations.length).toBeGreaterThan(20);
    // The requests are neither all refused nor all accepted.
    expect(seen.get('200')).toBeGreaterThan(20);
    expect(seen.get('400')).toBeGreaterThan(20);
  }, 60_000);
});
