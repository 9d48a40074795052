import { setTimeout as pause } from 'node:timers/promises';
import { jobTiming } from '@ctdb/chassis/jobs';
import { TcpProxy } from '@ctdb/chassis/testing';
import { getDeployment } from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { testOps } from './deploy-support/ops.js';

/** Longer than a deployment waits for a worker while Redis can be reached. */
const outageMs = () => 2 * (jobTiming.staleMs + jobTiming.lostMs);

let redis: TcpProxy;
const ops = testOps('process', async () => {
  redis = await TcpProxy.to(process.env['REDIS_URL'] ?? '');
  ops.env.onEnd(() => redis.stop());
  // Nothing listens there, from the start on.
  await redis.stop();
  return { REDIS_URL: redis.url };
});

it('without Redis a deployment starts and waits, and completes when Redis is back', async () => {
  const id = await ops.start();
  await pause(outageMs());
  expect(await ops.call(getDeployment, { id })).toMatchObject({ stage: 'preparing' });
  await redis.start();
  const done = await ops.ended(id, 60_000);
  expect(done).toMatchObject({ stage: 'completed' });
  expect(await ops.live()).toBe(done.releaseId);
}, 240_000);

it('and both processes stop in order without it', async () => {
  await redis.stop();
  await ops.site.close();
  await Promise.all([ops.process.stop(), ops.service.close()]);
}, 60_000);
