import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { testEnv, type TestService } from '@ctdb/chassis/testing';
import { listAudit, listDeadLetters } from '@ctdb/contracts';
import type { OutgoingHttpHeaders } from 'node:http';
import { GatewayUnderTest, unlimited } from './support/gateway-under-test.js';
import { ids } from './support/records.js';
import { deployment } from './support/released-records.js';
import { stagedMedia } from './support/staged-media.js';
import { auditEntry, deployed, letter, overview, stagedOps } from './support/staged-ops.js';

const env = testEnv(unlimited);
const ops = stagedOps();
let media: TestService;
let service: TestService;
let gateway: GatewayUnderTest;
let headers: OutgoingHttpHeaders;

beforeAll(async () => {
  media = await stagedMedia().start(env);
  service = await ops.start(env);
  gateway = await GatewayUnderTest.start(env);
}, 60_000);

beforeEach(async () => {
  headers = await gateway.admin();
});

const get = (path: string) => gateway.call(path, { headers });
const post = (path: string) => gateway.call(path, { method: 'POST', headers });

describe('the audit trail', () => {
  it('is given page by page, and filtered', async () => {
    const filter = 'kind=disease&actor=asha&from=2026-01-01T00:00:00.000Z';
    const result = await get(`/api/audit?page=2&limit=10&${filter}`);
    expect([result.status, result.json()]).toEqual([200, [auditEntry]]);
    expect(ops.last(listAudit).request).toEqual({
      page: 2,
      limit: 10,
      kind: 'disease',
      actor: 'asha',
      from: '2026-01-01T00:00:00.000Z',
    });
    expect(result.headers['x-total-count']).toBe('21');
    expect(result.headers['link']).toContain(
      'kind=disease&actor=asha&from=2026-01-01T00%3A00%3A00.000Z&page=3&limit=10>; rel="next"',
    );
  });

  it.each(['kind=patient', 'from=yesterday', 'patient=Ravi', `actor=${'a'.repeat(101)}`])(
    'does not take %s',
    async (query) => {
      const result = await get(`/api/audit?${query}`);
      expect([result.status, result.json()['code']]).toEqual([400, 'VALIDATION_FAILED']);
    },
  );
});

describe('dead letters', () => {
  it('are listed, waiting or settled', async () => {
    const waiting = await get('/api/dead-letters');
    expect([waiting.status, waiting.json()]).toEqual([200, [letter]]);
    expect(ops.last(listDeadLetters).request).toEqual({ page: 1, limit: 10 });
    const settled = await get('/api/dead-letters?settled=true&limit=5');
    expect(ops.last(listDeadLetters).request).toEqual({ page: 1, limit: 5, settled: 'true' });
    expect(settled.headers['link']).toContain('/api/dead-letters?settled=true&page=1&limit=5');
    expect((await get('/api/dead-letters?settled=maybe')).status).toBe(400);
  });

  it('are looked at, replayed and discarded', async () => {
    const found = await get(`/api/dead-letters/${ids.letter}`);
    expect(found.json()).toEqual({ ...letter, content: '{}', isCut: false, size: 2 });
    expect((await post(`/api/dead-letters/${ids.letter}/replay`)).status).toBe(204);
    const settled = await post(`/api/dead-letters/${ids.letter}/discard`);
    expect([settled.status, settled.json()['code']]).toEqual([409, 'ALREADY_SETTLED']);
    expect((await get(`/api/dead-letters/${ids.unknown}`)).status).toBe(404);
    expect((await post('/api/dead-letters/x/replay')).status).toBe(400);
  });
});

describe('the overview', () => {
  it('is joined from those who know, and goes on without one of them', async () => {
    const whole = await get('/api/operations');
    expect([whole.status, whole.json()]).toEqual([
      200,
      { ops: overview, backup: { coverage: 100 }, deployment },
    ]);
    deployed.length = 0;
    expect((await get('/api/operations')).json()).toMatchObject({ deployment: null });
    deployed.push(deployment);
    await media.close();
    expect((await get('/api/operations')).json()).toEqual({ ops: overview, deployment });
    await service.close();
    const none = await get('/api/operations');
    expect([none.status, none.json()]).toEqual([200, {}]);
  }, 60_000);
});
