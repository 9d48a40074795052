import { expect, it } from 'vitest';
import { routes, type RouteContract } from '@ctdb/contracts';
import fc from 'fast-check';
import { findRunningTarget, startStagedTarget } from './support/fuzz-target.js';
import { requestsFor, send, type Operation } from './support/fuzzed-requests.js';
import { call, type Result } from './support/http-client.js';

/** With PRODUCT_ORIGIN, ADMIN_USERNAME and ADMIN_PASSWORD the requests go to a running product. */
const origin = process.env['PRODUCT_ORIGIN'];
const isStaged = origin === undefined;
const isShort = isStaged && process.env['NIGHTLY'] === undefined;
const [runsOfAdministrators, runsOfOthers] = isShort ? [4, 1] : [25, 8];
/** The same requests in each `npm test`; other ones for a running product. fast-check prints its seed. */
const seed = isShort ? 12 : undefined;
const TIMEOUT_MS = isStaged ? 90_000 : 600_000;

const target = isStaged ? await startStagedTarget() : await findRunningTarget(origin);

const contracts = new Map(Object.entries<RouteContract>(routes));

/** Reads come first, for later requests delete what they read; what may end the session comes last. */
const order = ({ path, method }: { path: string; method: string }): number =>
  /^\/api\/admin\/(?!pricing)/.test(path) ? 9 : ['get', 'post', 'put', 'delete'].indexOf(method);

const findOperations = async () => {
  const { paths } = (await call(target.origin, '/api/openapi.json')).json() as unknown as {
    paths: Record<string, Record<string, Operation>>;
  };
  return Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...{ path, method, operation },
        requests: requestsFor(operation, target.known),
      })),
    )
    .sort((one, other) => order(one) - order(other));
};
const operations = await findOperations();

/** A 2xx response is as its contract says, and has nothing beside it. */
const expectContract = (id: string, { status, bytes, json }: Result): void => {
  const contract = contracts.get(id);
  expect([id, status, contract !== undefined]).toEqual([id, status, true]);
  if (contract === undefined || contract.binary || contract.contentTypes) return;
  if (contract.response === undefined) expect(bytes).toHaveLength(0);
  else expect(contract.response.parse(json())).toEqual(json());
};

/** Sends random requests to every operation; counts the responses by status. */
const sendAll = async (
  headers: Record<string, string>,
  runs: number,
  check: (operation: Operation, status: number) => void,
): Promise<Map<string, number>> => {
  const seen = new Map<string, number>();
  const sendTo = async ({ path, method, operation, requests }: (typeof operations)[number]) => {
    const { operationId } = operation;
    const property = fc.asyncProperty(requests, async (request) => {
      const result = await send(target.origin, { path, method, operation, request, headers });
      const { status, text } = result;
      for (const name of [`${status}`, `${operationId} ${status}`])
        seen.set(name, (seen.get(name) ?? 0) + 1);
      // 501: a translation service is not configured.
      if (!(String(status) in operation.responses) || (status >= 500 && status !== 501))
        throw new Error(`${operationId} responded ${status}: ${text}`);
      if (status >= 400)
        expect(result.headers['content-type']).toMatch(/^application\/problem\+json/);
      if (status >= 200 && status < 300) expectContract(operationId, result);
      check(operation, status);
    });
    await fc.assert(property, { numRuns: runs, ...(seed !== undefined && { seed }) });
  };
  // The answers of staged services do not depend on each other.
  if (isStaged) await Promise.all(operations.map(sendTo));
  else for (const each of operations) await sendTo(each);
  return seen;
};

const has = (seen: Map<string, number>, pattern: RegExp): boolean =>
  [...seen.keys()].some((name) => pattern.test(name));

it(
  'random requests of administrators get the responses of the contracts, and no error of ours',
  async () => {
    const seen = await sendAll(target.admin, runsOfAdministrators, () => undefined);
    expect(operations.length).toBeGreaterThan(50);
    // The requests are neither all refused nor all accepted.
    for (const status of ['200', '400']) expect(seen.get(status)).toBeGreaterThan(20);
    const ofOps = /^(verifyDeployment 200|activateRelease 202|discardDeadLetter 409)$/;
    const staged = [
      /^uploadImage 201$/,
      /^uploadImage 4/,
      /^checkDns 400$/,
      /^startDeployment 202$/,
    ];
    const reachedByMany = isShort ? [] : [/^getUpload 20[06]$/];
    const expected = [...(isStaged ? [...staged, ofOps] : [/^addNote 201$/]), ...reachedByMany];
    expect(expected.filter((pattern) => !has(seen, pattern))).toEqual([]);
    const successful = [...seen.keys()].filter((name) => / 2\d\d$/.test(name));
    expect(successful.length).toBeGreaterThan(30);
  },
  TIMEOUT_MS,
);

// A running product has no buyer.
(isStaged ? it : () => undefined)(
  'of buyers reach nothing that is for administrators',
  async () => {
    const seen = await sendAll(target.pass, runsOfOthers, ({ operationId, security }, status) => {
      const isForAdministrators = security.length > 0 && !security.some((way) => 'pass' in way);
      if (isForAdministrators) expect([operationId, status]).toEqual([operationId, 403]);
    });
    expect(seen.get('200')).toBeGreaterThan(5);
  },
  TIMEOUT_MS,
);

it(
  'random requests without a session reach nothing that is not public',
  async () => {
    const seen = await sendAll({}, runsOfOthers, ({ operationId, security }, status) => {
      if (security.length > 0) expect([operationId, status]).toEqual([operationId, 401]);
    });
    expect(seen.get('getUpload 401')).toBe(runsOfOthers);
  },
  TIMEOUT_MS,
);
