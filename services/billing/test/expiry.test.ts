import { setTimeout as pause } from 'node:timers/promises';
import { anonymous, rpcCallers, startTestService, type RpcCaller } from '@ctdb/chassis/testing';
import { accessKeys, refreshSession, type SessionTokens } from '@ctdb/contracts';
import { beforeAll, expect, it } from '@jest/globals';
import { BillingModule } from '../src/billing.module.js';
import { hashToken } from '../src/sessions/tokens.js';
import { billingEnv, errorOf, redisOf, signInAs } from './support.js';

const env = billingEnv({
  ACCESS_TOKEN_SECONDS: '2',
  REFRESH_IDLE_SECONDS: '3',
  REFRESH_TOTAL_SECONDS: '6',
  REFRESH_GRACE_SECONDS: '1',
});
const redis = redisOf(env);
let call: RpcCaller;

beforeAll(async () => {
  await startTestService(BillingModule, env);
  call = (await rpcCallers(env))(anonymous);
}, 60_000);

const isOpen = async ({ token }: SessionTokens) =>
  (await redis.exists(accessKeys.session(hashToken(token)))) === 1;
const refresh = ({ refreshToken }: SessionTokens) => call(refreshSession, { refreshToken });

it('ends an access token by itself, and the session when it is idle', async () => {
  const tokens = await signInAs(call);
  expect(await isOpen(tokens)).toBe(true);
  await pause(2_050);
  expect(await isOpen(tokens)).toBe(false);
  const renewed = await refresh(tokens);
  expect(await isOpen(renewed)).toBe(true);
  await pause(3_050);
  expect((await errorOf(refresh(renewed))).code).toBe('ACCESS_REQUIRED');
}, 15_000);

it('ends a session at its last moment, however busy it is', async () => {
  let tokens = await signInAs(call);
  // The session began before this moment.
  const start = Date.now();
  while (Date.now() - start < 5_000) {
    await pause(600);
    tokens = await refresh(tokens);
    expect(Date.parse(tokens.refreshExpiresAt) - start).toBeLessThan(6_500);
    expect(Date.parse(tokens.expiresAt) - start).toBeLessThan(6_500);
  }
  await pause(start + 6_300 - Date.now());
  expect(await isOpen(tokens)).toBe(false);
  expect((await errorOf(refresh(tokens))).code).toBe('ACCESS_REQUIRED');
  expect(await redis.keys(`${env.REDIS_PREFIX}*refresh*`)).toEqual([]);
}, 15_000);
