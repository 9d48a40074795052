import { anonymous, passHolder, rpcCallers } from '@ctdb/chassis/testing';
import {
  activateRelease,
  checkDns,
  getActiveRelease,
  getDeployment,
  listDeployments,
  listReleases,
  startDeployment,
  verifyDeployment,
} from '@ctdb/contracts';
import { describe, expect, it } from '@jest/globals';
import { testOps } from './deploy-support/ops.js';

const ops = testOps('none');
const id = 'f'.repeat(24);

describe.each([
  ['an anonymous caller', anonymous],
  ["a pass's owner", passHolder()],
])('%s', (_who, subject) => {
  it('hears and changes nothing about domains and deployments', async () => {
    const call = (await rpcCallers(ops.env))(subject);
    const asked = [
      () => call(startDeployment, { projectName: 'Clinic' }),
      () => call(getDeployment, { id }),
      () => call(listDeployments, { page: 1, limit: 10 }),
      () => call(verifyDeployment, { id }),
      () => call(listReleases, {}),
      () => call(activateRelease, { id }),
      () => call(checkDns, { domain: 'clinic.invalid' }),
    ];
    for (const ask of asked) await expect(ask()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await ops.db.collection('deployments').countDocuments({})).toBe(0);
    // Gateways have to know what to serve.
    expect(await call(getActiveRelease, {})).toMatchObject({ earlier: [] });
  }, 60_000);
});
