import { beforeEach, describe, expect, it } from 'vitest';
import { testEnv } from '@ctdb/chassis/testing';
import {
  checkDns,
  DomainError,
  getBackupStatus,
  getOpsOverview,
  listDeployments,
  verifyDeployment,
} from '@ctdb/contracts';
import { GatewayUnderTest, unlimited } from './support/gateway-under-test.js';
import { ids } from './support/records.js';
import {
  checked,
  deployment,
  deploymentDetail,
  DOMAIN,
  release,
} from './support/released-records.js';
import { stagedMedia } from './support/staged-media.js';
import { deployed, overview, stagedOps } from './support/staged-ops.js';

const env = testEnv(unlimited);
const ops = stagedOps();
const media = stagedMedia();
await media.start(env);
await ops.start(env);
const gateway = await GatewayUnderTest.start(env);
let admin: { authorization: string };

beforeEach(async () => {
  admin = await gateway.admin();
});

const get = (path: string, language = 'en') =>
  gateway.call(path, { headers: { ...admin, 'accept-language': language } });
const unavailable = () => {
  throw new DomainError('SERVICE_UNAVAILABLE', { retryAfter: 1 });
};

describe('a deployment', () => {
  it('is returned with its log, in the language of the reader', async () => {
    const { updatedAt, timeline, buildLogs, isLogCut, deploymentUrl, findings, ...rest } =
      deploymentDetail;
    const english = await get(`/api/deployment/status/${ids.run}`);
    expect([english.status, english.json()]).toEqual([
      200,
      {
        ...rest,
        message: expect.stringMatching(/^The release is live, but its domain is not ready yet/),
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
  });

  it('is verified, or refused where there is nothing to verify', async () => {
    const verify = () =>
      gateway.call(`/api/deployment/${ids.run}/verify`, { method: 'POST', headers: admin });
    expect((await verify()).json()).toMatchObject({
      isUnverified: false,
      message: 'The release is live.',
      details: { errors: [] },
    });
    ops.answer(verifyDeployment, () => {
      throw new DomainError('NOT_VERIFIABLE');
    });
    expect(await verify()).toMatchObject({ status: 409 });
  });
});

it('releases are listed', async () => {
  expect((await get('/api/releases')).json()).toEqual([release]);
});

it('a check of a domain hands on what was typed, and returns the findings in words', async () => {
  const typed = `https://${DOMAIN}/a?b=c`;
  ops.answer(checkDns, () => checked);
  const { status, json } = await get(`/api/dns/check/${encodeURIComponent(typed)}`);
  expect(ops.last(checkDns).request).toEqual({ domain: typed });
  expect([status, json()]).toEqual([
    200,
    {
      ...checked,
      errors: [expect.stringContaining(DOMAIN)],
      recommendations: [expect.any(String)],
    },
  ]);
});

describe('the overview', () => {
  it('is composed of the replies, and omits a service that does not reply', async () => {
    const whole = await get('/api/operations');
    expect([whole.status, whole.json()]).toEqual([
      200,
      { ops: overview, backup: { coverage: 100 }, deployment },
    ]);
    deployed.length = 0;
    expect((await get('/api/operations')).json()).toMatchObject({ deployment: null });
    deployed.push(deployment);
    media.answer(getBackupStatus, unavailable);
    expect((await get('/api/operations')).json()).toEqual({ ops: overview, deployment });
    ops.answer(getOpsOverview, unavailable).answer(listDeployments, unavailable);
    const none = await get('/api/operations');
    expect([none.status, none.json()]).toEqual([200, {}]);
  });
});
