import { describe, expect, it } from '@jest/globals';
import { LiveSite } from './deploy-support/live-site.js';
import { testOps } from './deploy-support/ops.js';

let publicOrigin = '';
const ops = testOps('inside', async (origin) => {
  // As in a container: where browsers find the site, nothing answers here.
  const site = new LiveSite();
  publicOrigin = (await site.open()).replace('127.0.0.1', 'localhost');
  await site.close();
  return { PUBLIC_ORIGIN: publicOrigin, PROBE_ORIGIN: origin };
});

describe('a deployment whose public address is loopback on another machine', () => {
  it('is seen where the gateways answer, and tells the address of the browsers', async () => {
    const done = await ops.ended(await ops.start());
    expect(done).toMatchObject({ stage: 'completed', isUnverified: false, findings: [] });
    expect(done.deploymentUrl).toBe(publicOrigin);
    expect(done.buildLogs).toContain(`${ops.origin} answers with ${done.releaseId ?? ''}.`);
  }, 90_000);
});
