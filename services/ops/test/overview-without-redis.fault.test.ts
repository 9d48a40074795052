import { expect, it } from '@jest/globals';
import {
  admin,
  rpcCallers,
  startTestService,
  TcpProxy,
  testEnv,
  waitUntil,
} from '@ctdb/chassis/testing';
import { getOpsOverview } from '@ctdb/contracts';
import { OpsModule } from '../src/ops.module.js';

const env = testEnv();

it('says that it does not know the queues of jobs, not that there are none', async () => {
  const redis = await TcpProxy.to(env.REDIS_URL);
  env.onEnd(() => redis.stop());
  process.env['REDIS_URL'] = redis.url;
  await startTestService(OpsModule, env);
  const call = (await rpcCallers(env))(admin());
  const overview = () => call(getOpsOverview, {});
  const jobs = async () => (await overview()).queues.filter(({ kind }) => kind === 'job').length;
  await waitUntil(async () => (await jobs()) > 0, 'the queues are not listed', 20_000);
  expect((await overview()).unknown).toBeUndefined();

  await redis.stop();
  await waitUntil(async () => (await jobs()) === 0, 'Redis can still be asked', 20_000);
  const without = await overview();
  expect(without.unknown).toEqual(['jobQueues']);
  expect(without.queues.map(({ name }) => name)).toContain('events.ops');

  await redis.start();
  await waitUntil(
    async () => (await overview()).unknown === undefined,
    'the queues are still not listed',
    30_000,
  );
  expect(await jobs()).toBeGreaterThan(0);
}, 120_000);
