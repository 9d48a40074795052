import { beforeAll, describe, expect, it } from '@jest/globals';
import { testEnv } from '@ctdb/chassis/testing';
import fc from 'fast-check';
import { requestsFor, send, type Operation } from './support/fuzzed-requests.js';
import { GatewayUnderTest, unlimited } from './support/gateway-under-test.js';
import { stagedBilling } from './support/staged-billing.js';
import { stagedCatalog } from './support/staged-catalog.js';
import { stagedMedia } from './support/staged-media.js';
import { stagedOps } from './support/staged-ops.js';
import { Storage } from './support/storage.js';

const env = testEnv(unlimited);
const RUNS = 25;
let gateway: GatewayUnderTest;
let admin: Record<string, string>;
let pass: Record<string, string>;

beforeAll(async () => {
  await stagedCatalog().start(env);
  await stagedBilling().start(env);
  await stagedMedia((await Storage.start(env)).url).start(env);
  await stagedOps().start(env);
  gateway = await GatewayUnderTest.start(env);
  admin = await gateway.admin();
  pass = { ...(await gateway.pass('professional')), 'sec-fetch-site': 'same-origin' };
}, 30_000);

const operations = async () => {
  const { paths } = (await gateway.call('/api/openapi.json')).json() as unknown as {
    paths: Record<string, Record<string, Operation>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
};

/** Sends random requests to every operation; gives how often each status was answered. */
const answers = async (
  headers: Record<string, string>,
  runs: number,
  check: (operation: Operation, status: number) => void,
): Promise<Map<string, number>> => {
  const seen = new Map<string, number>();
  for (const { path, method, operation } of await operations()) {
    const property = fc.asyncProperty(requestsFor(operation), async (request) => {
      const result = await send(gateway.origin, { path, method, operation, request, headers });
      const { status, text } = result;
      for (const name of [`${status}`, `${operation.operationId} ${status}`])
        seen.set(name, (seen.get(name) ?? 0) + 1);
      if (!(String(status) in operation.responses))
        throw new Error(`${operation.operationId} answered ${status}: ${text}`);
      if (status >= 400)
        expect(result.headers['content-type']).toMatch(/^application\/problem\+json/);
      check(operation, status);
    });
    await fc.assert(property, { numRuns: runs });
  }
  return seen;
};

describe('random requests', () => {
  it('of administrators are answered as the description says, and never with a fault of ours', async () => {
    const seen = await answers(admin, RUNS, () => undefined);
    expect((await operations()).length).toBeGreaterThan(50);
    // The requests are neither all refused nor all accepted.
    for (const status of ['200', '400']) expect(seen.get(status)).toBeGreaterThan(20);
    for (const way of [
      /^uploadImage 201$/,
      /^uploadImage 4/,
      /^getUpload 20[06]$/,
      /^checkDns 200$/,
      /^checkDns 400$/,
      /^startDeployment 202$/,
      /^(verifyDeployment 200|activateRelease 202|discardDeadLetter 409)$/,
    ])
      expect([way, [...seen.keys()].some((name) => way.test(name))]).toEqual([way, true]);
  }, 90_000);

  it('of holders reach nothing that is for administrators', async () => {
    const seen = await answers(pass, 8, ({ operationId, security }, status) => {
      const isForAdministrators = security.length > 0 && !security.some((way) => 'pass' in way);
      if (isForAdministrators) expect([operationId, status]).toEqual([operationId, 403]);
    });
    expect(seen.get('200')).toBeGreaterThan(5);
  }, 60_000);

  it('of strangers reach nothing that is not for everybody', async () => {
    const seen = await answers({}, 8, ({ operationId, security }, status) => {
      if (security.length > 0) expect([operationId, status]).toEqual([operationId, 401]);
    });
    expect(seen.get('getUpload 401')).toBe(8);
  }, 60_000);
});
