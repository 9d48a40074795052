import { beforeAll, describe, expect, it } from '@jest/globals';
import { testEnv } from '@ctdb/chassis/testing';
import {
  activateRelease,
  DomainError,
  listDeployments,
  startDeployment,
  verifyDeployment,
} from '@ctdb/contracts';
import { GatewayUnderTest, unlimited } from './support/gateway-under-test.js';
import { ids } from './support/records.js';
import { deployment, deploymentDetail, DOMAIN, release } from './support/released-records.js';
import { stagedOps } from './support/staged-ops.js';

const env = testEnv(unlimited);
const ops = stagedOps();
let gateway: GatewayUnderTest;
let admin: { authorization: string };

beforeAll(async () => {
  await ops.start(env);
  gateway = await GatewayUnderTest.start(env);
  admin = await gateway.admin();
}, 60_000);

const get = (path: string, language = 'en') =>
  gateway.call(path, { headers: { ...admin, 'accept-language': language } });
const post = (path: string, json?: unknown) =>
  gateway.call(path, { method: 'POST', headers: admin, json });

describe('a deployment', () => {
  it('starts, and the running deployment is returned if there is one', async () => {
    const begun = await post('/api/deployment/start', { projectName: ' Clinic ' });
    expect([begun.status, begun.json()]).toEqual([
      202,
      { deploymentId: ids.run, status: 'preparing', alreadyRunning: false },
    ]);
    const { request, context } = ops.last(startDeployment);
    expect(request).toEqual({ projectName: 'Clinic' });
    expect(context.subject).toMatchObject({ role: 'admin' });

    const answerer = ops.answererOf(startDeployment);
    const running = { deploymentId: ids.run, status: 'building', alreadyRunning: true } as const;
    ops.answer(startDeployment, () => running);
    expect((await post('/api/deployment/start', { projectName: 'Other' })).json()).toEqual(running);
    ops.answer(startDeployment, answerer);
  });

  it.each([
    {},
    { projectName: '' },
    { projectName: 'a'.repeat(101) },
    { projectName: { $ne: null } },
    { projectName: 'Clinic', domain: '' },
    { projectName: 'Clinic', command: 'rm' },
    [],
  ])('is not started with %j', async (body) => {
    const calls = ops.calls(startDeployment).length;
    const refused = await post('/api/deployment/start', body);
    expect([refused.status, refused.json()['code']]).toEqual([400, 'VALIDATION_FAILED']);
    expect(ops.calls(startDeployment)).toHaveLength(calls);
  });

  it('is returned with its log, in the language of the reader', async () => {
    const { updatedAt, timeline, buildLogs, isLogCut, deploymentUrl, findings, ...rest } =
      deploymentDetail;
    const english = await get(`/api/deployment/status/${ids.run}`);
    expect([english.status, english.json()]).toEqual([
      200,
      {
        ...rest,
        message: expect.stringMatching(/^The release is live\. The domain is not ready yet/),
        timestamp: updatedAt,
        details: {
          buildLogs,
          isLogCut,
          deploymentUrl,
          timeline,
          findings,
          errors: [expect.stringContaining(DOMAIN)],
        },
      },
    ]);
    const kannada = (await get(`/api/deployment/status/${ids.run}`, 'kn')).json();
    expect(kannada['message']).toMatch(/[\u0c80-\u0cff]/);
    expect((await get(`/api/deployment/status/${ids.unknown}`)).status).toBe(404);
    expect((await get('/api/deployment/status/..%2f..%2fetc')).status).toBe(400);
  });

  it('is verified, or refused where there is nothing to verify', async () => {
    const verified = await post(`/api/deployment/${ids.run}/verify`);
    expect([verified.status, verified.json()]).toMatchObject([
      200,
      { isUnverified: false, message: 'The release is live.', details: { errors: [] } },
    ]);
    ops.answer(verifyDeployment, () => {
      throw new DomainError('NOT_VERIFIABLE');
    });
    const refused = await post(`/api/deployment/${ids.run}/verify`);
    expect([refused.status, refused.json()['code']]).toEqual([409, 'NOT_VERIFIABLE']);
  });

  it('is listed with those before it', async () => {
    const found = await get('/api/deployments?page=2&limit=1');
    expect([found.status, found.json()]).toEqual([200, [deployment]]);
    expect(found.headers['x-total-count']).toBe('1');
    expect(ops.last(listDeployments).request).toEqual({ page: 2, limit: 1 });
  });
});

describe('releases', () => {
  it('are listed, and gone back to', async () => {
    expect((await get('/api/releases')).json()).toEqual([release]);
    const begun = await post(`/api/releases/${ids.release}/activate`);
    expect([begun.status, begun.json()['deploymentId']]).toEqual([202, ids.run]);
    expect(ops.last(activateRelease).request).toEqual({ id: ids.release });
    const missing = await post(`/api/releases/${ids.unknown}/activate`);
    expect([missing.status, missing.json()['code']]).toEqual([404, 'NOT_FOUND']);
  });
});
