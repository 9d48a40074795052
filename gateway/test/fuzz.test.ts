import { expect, it } from 'vitest';
import { routes, type RouteContract } from '@ctdb/contracts';
import fc from 'fast-check';
import { requestsFor, send, type Operation } from './support/fuzzed-requests.js';
import type { Result } from './support/http-client.js';
import { ids } from './support/records.js';
import { sharedStage } from './support/stage.js';
import { image } from './support/stub-media.js';
import { DOMAIN } from './support/stub-ops.js';

// The running product gets random requests of `npm run test:schemathesis`.
const isShort = process.env['NIGHTLY'] === undefined;
const RUNS = isShort ? 4 : 25;
/** The same requests in each `npm test`; fast-check prints its seed. */
const seed = isShort ? 12 : undefined;
const TIMEOUT_MS = 90_000;

const { admin: headers, gateway } = await sharedStage();
/** What the stub services know. */
const known = new Map([
  ['filename', [image.filename]],
  ['domain', [DOMAIN]],
  ['id', [ids.run, ids.letter, ids.release]],
]);

const contracts = new Map(Object.entries<RouteContract>(routes));

const { paths } = (await gateway.call('/api/openapi.json')).json() as unknown as {
  paths: Record<string, Record<string, Operation>>;
};
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    ...{ path, method, operation },
    requests: requestsFor(operation, known),
  })),
);

/** A 2xx response is as its contract says, and has nothing beside it. */
const expectContract = (id: string, { status, bytes, json }: Result): void => {
  const contract = contracts.get(id);
  expect([id, status, contract !== undefined]).toEqual([id, status, true]);
  if (contract === undefined || contract.binary || contract.contentTypes) return;
  if (contract.response === undefined) expect(bytes).toHaveLength(0);
  else expect(contract.response.parse(json())).toEqual(json());
};

/** Sends random requests of an administrator to every operation; counts the responses by status. */
const sendAll = async (): Promise<Map<string, number>> => {
  const seen = new Map<string, number>();
  const sendTo = async ({ path, method, operation, requests }: (typeof operations)[number]) => {
    const { operationId } = operation;
    const property = fc.asyncProperty(requests, async (request) => {
      const result = await send(gateway.origin, { path, method, operation, request, headers });
      const { status, text } = result;
      for (const name of [`${status}`, `${operationId} ${status}`])
        seen.set(name, (seen.get(name) ?? 0) + 1);
      // 501: a translation service is not configured.
      if (!(String(status) in operation.responses) || (status >= 500 && status !== 501))
        throw new Error(`${operationId} responded ${status}: ${text}`);
      if (status >= 400)
        expect(result.headers['content-type']).toMatch(/^application\/problem\+json/);
      if (status >= 200 && status < 300) expectContract(operationId, result);
    });
    await fc.assert(property, { numRuns: RUNS, ...(seed !== undefined && { seed }) });
  };
  await Promise.all(operations.map(sendTo));
  return seen;
};

const has = (seen: Map<string, number>, pattern: RegExp): boolean =>
  [...seen.keys()].some((name) => pattern.test(name));

it(
  'random requests of administrators get the responses of the contracts, and no error of ours',
  async () => {
    const seen = await sendAll();
    expect(operations.length).toBeGreaterThan(50);
    // The requests are neither all refused nor all accepted.
    for (const status of ['200', '400']) expect(seen.get(status)).toBeGreaterThan(20);
    const expected = [
      ...[/^uploadImage 201$/, /^uploadImage 4/, /^checkDns 400$/, /^startDeployment 202$/],
      /^(verifyDeployment 200|activateRelease 202|discardDeadLetter 409)$/,
      ...(isShort ? [] : [/^getUpload 20[06]$/]),
    ];
    expect(expected.filter((pattern) => !has(seen, pattern))).toEqual([]);
    const successful = [...seen.keys()].filter((name) => / 2\d\d$/.test(name));
    expect(successful.length).toBeGreaterThan(30);
  },
  TIMEOUT_MS,
);
