import { setTimeout as pause } from 'node:timers/promises';
import { MONGO } from '@ctdb/chassis';
import { admin, anonymous, rpcCallers, startTestService } from '@ctdb/chassis/testing';
import { changePassword, refreshSession, signOut } from '@ctdb/contracts';
import { expect, it } from '@jest/globals';
import type { Connection } from 'mongoose';
import { BillingModule } from '../src/billing.module.js';
import { captureLogs } from './captured-logs.js';
import { ADMIN, billingEnv, errorOf, freshAddress, redisOf, signInAs } from './support.js';

const env = billingEnv({ LOG_LEVEL: 'trace', REFRESH_GRACE_SECONDS: '1' });
const logs = captureLogs();
const redis = redisOf(env);
const NEW = 'marigold-heron-58';
const WRONG = 'wrong-but-private-61';

it('keeps passwords, tokens and addresses out of logs, of Redis and of the outbox', async () => {
  const service = await startTestService(BillingModule, env);
  const users = service.get<Connection>(MONGO).collection('users');
  const as = await rpcCallers(env);
  const call = as(anonymous);
  const address = freshAddress();

  const first = await signInAs(call, ADMIN.password, address);
  await errorOf(signInAs(call, WRONG, address));
  const second = await call(refreshSession, { refreshToken: first.refreshToken });
  await call(signOut, { token: second.token });
  const third = await signInAs(call, ADMIN.password, address);
  await call(refreshSession, { refreshToken: third.refreshToken });
  await pause(1_050);
  await errorOf(call(refreshSession, { refreshToken: third.refreshToken }));
  const user = await users.findOne({ usernameKey: 'admin' });
  const own = as(admin({ id: String(user?._id) }));
  await own(changePassword, { currentPassword: ADMIN.password, newPassword: NEW, address });

  const keys = (await redis.keys(`${env.REDIS_PREFIX}*`)).join('\n');
  const rows = JSON.stringify(await users.find().toArray());
  const texts = [logs.text(), keys, rows];
  const secrets = [ADMIN.password, NEW, WRONG, address].concat(
    [first, second, third].flatMap(({ token, refreshToken }) => [token, refreshToken]),
  );
  for (const text of texts) for (const secret of secrets) expect(text.includes(secret)).toBe(false);
  // There was something to look at.
  expect(logs.lines().map((line) => line['event'])).toEqual(
    expect.arrayContaining(['first-administrator-created', 'refresh-reused']),
  );
  expect(keys).toContain('tries:');
  expect(rows).toContain('$argon2id$');
}, 60_000);
