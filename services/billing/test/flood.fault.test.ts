import { anonymous, type RpcCaller, rpcCallers, startTestService } from '@ctdb/chassis/testing';
import { beforeAll, expect, it } from 'vitest';
import { BillingModule } from '../src/billing.module.js';
import { billingEnv, errorOf, freshAddress, redisOf, signInAs } from './support/billing.js';

const env = billingEnv({ PASSWORD_HASHES_AT_ONCE: '1', PASSWORD_HASHES_WAITING: '2' });
const redis = redisOf(env);
let call: RpcCaller;

beforeAll(async () => {
  await startTestService(BillingModule, env);
  call = (await rpcCallers(env))(anonymous);
}, 60_000);

it('refuses excess sign-ins, does not count them as attempts, and recovers afterwards', async () => {
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => errorOf(signInAs(call, 'wrong-password', freshAddress()))),
  );
  const codes = answers.map(({ code }) => code);
  const checked = codes.filter((code) => code === 'INVALID_CREDENTIALS').length;
  expect(checked).toBeGreaterThanOrEqual(3);
  expect(codes.filter((code) => code === 'SERVICE_UNAVAILABLE').length).toBe(25 - checked);
  expect(checked).toBeLessThan(25);
  const keys = await redis.keys(`${env.REDIS_PREFIX}tries:account:*`);
  expect(keys).toHaveLength(1);
  const tries = await redis.hget(String(keys[0]).slice(env.REDIS_PREFIX.length), 'tries');
  expect(Number(tries)).toBe(checked);
  expect((await signInAs(call)).token).toHaveLength(43);
});
