import { listDeployments, verifyDeployment } from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { OPS_CONFIG, type OpsConfig } from '../src/config.js';
import { LiveSite } from './deploy-support/live-site.js';
import { testOps } from './deploy-support/ops.js';

/** Stands at the public address; what is deployed is served elsewhere, too. */
const site = new LiveSite();
let publicOrigin = '';
const ops = testOps('inside', async (origin) => {
  site.follows = false;
  publicOrigin = await site.open();
  return { PUBLIC_ORIGIN: publicOrigin, PROBE_ORIGIN: origin };
});

it('a deployment whose public URL serves something else is active and unverified, and has no URL', async () => {
  site.follow(ops.call);
  const done = await ops.ended(await ops.start());
  expect(done).toMatchObject({ stage: 'completed', isUnverified: true });
  expect(done).not.toHaveProperty('deploymentUrl');
  const { host } = new URL(publicOrigin);
  expect(done.findings).toEqual([{ code: 'releaseNotSeen', severity: 'error', host }]);
  expect(await ops.live()).toBe(done.releaseId);
  const lines = done.buildLogs.join('\n');
  expect(lines).toContain(`${ops.origin} answers with ${done.releaseId}.`);
  expect(lines).not.toContain(`${publicOrigin} answers with`);
  expect(lines).not.toContain(`${publicOrigin} serves`);
}, 90_000);

it('a deployment whose public URL serves something else is verified once that URL serves the release, also without a domain', async () => {
  const { items } = await ops.call(listDeployments, { page: 1, limit: 1 });
  const id = items[0]?.deploymentId ?? '';
  const still = await ops.call(verifyDeployment, { id });
  expect(still).toMatchObject({ isUnverified: true, findings: [{ code: 'releaseNotSeen' }] });
  site.follows = true;
  const now = await ops.call(verifyDeployment, { id });
  expect(now).toMatchObject({ isUnverified: false, deploymentUrl: publicOrigin, findings: [] });
  await expect(ops.call(verifyDeployment, { id })).rejects.toMatchObject({
    code: 'NOT_VERIFIABLE',
  });
}, 60_000);

it('a deployment whose public URL is loopback on another machine is probed at the gateways, and returns the URL of the browsers', async () => {
  // As in a container: nothing answers here at the URL of the browsers.
  const loopback = publicOrigin.replace('127.0.0.1', 'localhost');
  await site.close();
  for (const service of [ops.service, ops.worker])
    service.get<OpsConfig>(OPS_CONFIG).deployments.publicOrigin = loopback;
  const done = await ops.ended(await ops.start());
  expect(done).toMatchObject({ stage: 'completed', isUnverified: false, findings: [] });
  expect(done.deploymentUrl).toBe(loopback);
  expect(done.buildLogs).toContain(`${ops.origin} answers with ${done.releaseId ?? ''}.`);
}, 90_000);
