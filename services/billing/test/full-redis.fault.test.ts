import { OwnRedis } from '@ctdb/chassis/testing';
import { accessKeys } from '@ctdb/contracts';
import { afterAll, afterEach, expect, it } from 'vitest';
import { billingEnv, codeOf, signInAs, TestBilling } from './support/billing.js';

const redis = await OwnRedis.start();
afterAll(redis.stop);
const env = { ...billingEnv({}), REDIS_URL: redis.url };
process.env['REDIS_URL'] = redis.url;
const billing = new TestBilling(env);
const { ledger } = billing;
afterEach(() => redis.setFull(false));

it('while Redis is full sign-in and restore are unavailable, and work again afterwards', async () => {
  const paid = await billing.begun('premium_monthly');
  await redis.setFull(true);
  expect(await codeOf(signInAs(billing.buyer))).toBe('SERVICE_UNAVAILABLE');
  expect(await codeOf(billing.restore(paid))).toBe('SERVICE_UNAVAILABLE');
  await redis.setFull(false);
  expect((await signInAs(billing.buyer)).token).toHaveLength(43);
  expect((await billing.restore(paid)).pass?.plan).toBe('premium');
});

it('while Redis is full a session is renewed', async () => {
  const tokens = await signInAs(billing.buyer);
  await redis.setFull(true);
  const next = await billing.refresh(tokens);
  expect(next.token).not.toBe(tokens.token);
});

it('while Redis is full a pass that Redis lost comes back, and a refunded one ends', async () => {
  const { id, browser } = await billing.begun('premium_monthly');
  await billing.redis.del(accessKeys.pass(browser));
  await redis.setFull(true);
  expect(await billing.resume(browser)).toMatchObject({ id });
  expect(await billing.inRedis(browser)).toMatchObject({ id });
  await ledger.revoke(id);
  expect(await billing.inRedis(browser)).toBe('ended');
});
