import { getDeployment } from '@ctdb/contracts';
import { expect, it } from '@jest/globals';
import { testOps } from './deploy-support/ops.js';

// Nobody listens there, from the start on.
const ops = testOps('process', () => Promise.resolve({ REDIS_URL: 'redis://127.0.0.1:1' }));

it('without Redis since the start a deployment is begun, taken and ended', async () => {
  const id = await ops.start();
  expect(await ops.call(getDeployment, { id })).toMatchObject({ deploymentId: id });
  const done = await ops.ended(id, 60_000);
  expect(done).toMatchObject({ stage: 'completed' });
  expect(await ops.live()).toBe(done.releaseId);
}, 120_000);

it('and both processes stop in order', async () => {
  await ops.site.close();
  await Promise.all([ops.process.stop(), ops.service.close()]);
}, 30_000);
