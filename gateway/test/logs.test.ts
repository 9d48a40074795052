import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, it, jest } from '@jest/globals';
import { Metrics } from '@ctdb/chassis';
import { testEnv } from '@ctdb/chassis/testing';
import { getDisease } from '@ctdb/contracts';
import { GatewayUnderTest, unlimited } from './support/gateway-under-test.js';
import { ids } from './support/records.js';
import { stagedCatalog } from './support/staged-catalog.js';

process.env['LOG_LEVEL'] = 'info';
const env = testEnv(unlimited);
const catalog = stagedCatalog();

const written: string[] = [];
const stdout = jest.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
  written.push(String(chunk));
  return true;
});
afterAll(() => stdout.mockRestore());

await catalog.start(env);
const gateway = await GatewayUnderTest.start(env);
const admin = await gateway.admin();

const linesOf = async (requestId: string) => {
  await pause(200);
  return written
    .join('')
    .split('\n')
    .filter((line) => line.includes(requestId))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
};

describe('the access log', () => {
  it('has a line with the route and not the address, and no secret', async () => {
    const requestId = 'log-test-0001';
    const headers = { ...admin, 'x-request-id': requestId, cookie: 'pass=cookie-secret' };
    await gateway.call('/api/diseases?search=typed-by-a-visitor', { headers });
    const [line] = await linesOf(requestId);
    expect(line).toMatchObject({
      level: 'info',
      service: 'gateway',
      msg: 'request',
      method: 'GET',
      route: '/api/diseases',
      status: 200,
      role: 'admin',
      ms: expect.any(Number),
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    const all = written.join('');
    for (const secret of ['typed-by-a-visitor', 'cookie-secret', admin.authorization.slice(7)]) {
      expect(all).not.toContain(secret);
    }
  });

  it('and the lines of services carry the same ids', async () => {
    const normal = catalog.answererOf(getDisease);
    catalog.answer(getDisease, () => {
      throw new Error('a bug in a service');
    });
    const requestId = 'log-test-0002';
    const headers = { ...admin, 'x-request-id': requestId };
    await gateway.call(`/api/diseases/${ids.disease}`, { headers });
    catalog.answer(getDisease, normal);
    const lines = await linesOf(requestId);
    expect(lines.map(({ service }) => service).sort()).toEqual(['catalog', 'gateway']);
    expect(new Set(lines.map(({ traceId }) => traceId)).size).toBe(1);
  });

  it('has its figures', async () => {
    const figures = await gateway.app.get(Metrics).metrics();
    expect(figures).toMatch(
      /http_server_duration_seconds_count\{[^}]*route="\/api\/diseases"[^}]*status="200"[^}]*\} 1/,
    );
  });
});
