import type { OutgoingHttpHeaders } from 'node:http';
import { afterAll, expect, it, vi } from 'vitest';
import { Metrics } from '@ctdb/chassis';
import { waitUntil } from '@ctdb/chassis/testing';
import { getDisease } from '@ctdb/contracts';
import { ids } from './support/records.js';
import { ownStage } from './support/stage.js';
import { stubCatalog } from './support/stub-catalog.js';

const catalog = stubCatalog();

const written: string[] = [];
const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
  written.push(String(chunk));
  return true;
});
afterAll(() => stdout.mockRestore());

const { gateway, admin } = await ownStage({ LOG_LEVEL: 'info' }, catalog);

/** Calls, and returns the lines of it. */
const linesOf = async (path: string, headers: OutgoingHttpHeaders) => {
  const answer = await gateway.call(path, { headers });
  const requestId = String(answer.headers['x-request-id']);
  const lines = () =>
    written
      .join('')
      .split('\n')
      .filter((line) => line.includes(requestId))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  await waitUntil(() => lines().some(({ msg }) => msg === 'request'), 'no line of the request');
  return lines();
};

const hashOf = async (text: string) => {
  const call = { method: 'POST', headers: admin, json: { text } };
  return (await gateway.call('/api/audit/source-hash', call)).json()['hash'];
};

it('the access log leaves out what a client calls its request, if it is not harmless', async () => {
  for (const id of ['short', 'has space in it', 'x'.repeat(101), '<script>alert', 'a;b;c;d;e'])
    expect((await linesOf('/api/nope', { 'x-request-id': id }))[0]).not.toHaveProperty(
      'clientRequestId',
    );
});

it('the access log has a line with the route and not the address, and no secret', async () => {
  const headers = { ...admin, 'x-request-id': 'clients-0001', cookie: 'pass=cookie-secret' };
  const [line] = await linesOf('/api/diseases?search=typed-by-a-visitor', headers);
  expect(line).toMatchObject({
    level: 'info',
    service: 'gateway',
    msg: 'request',
    method: 'GET',
    route: '/api/diseases',
    status: 200,
    role: 'admin',
    clientRequestId: 'clients-0001',
    addressHash: await hashOf('127.0.0.1'),
    accountHash: await hashOf('admin'),
    ms: expect.any(Number),
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  for (const secret of ['typed-by-a-visitor', 'cookie-secret', admin.authorization.slice(7)])
    expect(written.join('')).not.toContain(secret);
});

it('the access log says why a request was refused', async () => {
  const [line] = await linesOf('/api/diseases?limit=typed-by-a-visitor', admin);
  expect(line).toMatchObject({ status: 400, errorCode: 'VALIDATION_FAILED' });
  expect(JSON.stringify(line)).not.toContain('typed-by-a-visitor');
});

it('the access log and the lines of services carry the same ids', async () => {
  catalog.answer(getDisease, () => {
    throw new Error('a bug in a service');
  });
  const lines = await linesOf(`/api/diseases/${ids.disease}`, admin);
  expect(lines.map(({ service }) => service).sort()).toEqual(['catalog', 'gateway']);
  expect(new Set(lines.map(({ traceId }) => traceId)).size).toBe(1);
  expect(new Set(lines.map(({ spanId }) => spanId)).size).toBe(2);
});

it('the access log has its figures', async () => {
  const figures = await gateway.app.get(Metrics).metrics();
  const count = figures.split('\n').find((line) => /_count\{.*route="\/api\/diseases"/.test(line));
  expect(count).toMatch(/^http_server_duration_seconds_count\{.*status="200".*\} 1$/);
});
