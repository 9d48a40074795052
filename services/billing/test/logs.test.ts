import { admin, eventSpy, rpcCallers } from '@ctdb/chassis/testing';
import {
  changePassword,
  purchaseEvents,
  refreshSession,
  requestRefund,
  restoreAccess,
  signOut,
} from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { ADMIN, captureLogs, errorOf, freshAddress, signInAs } from './support/billing.js';
import { Desk } from './support/desk.js';
import { newBrowser } from './support/ledger.js';

const desk = new Desk({ LOG_LEVEL: 'trace' });
const logs = captureLogs();
const NEW = 'marigold-heron-58';
const WRONG = 'wrong-but-private-61';
const WRONG_EMAIL = 'someone-else-61@example.com';

const redisKeys = async () => (await desk.redis.keys(`${desk.env.REDIS_PREFIX}*`)).join('\n');

const expectNone = (texts: string[], secrets: string[]) => {
  for (const text of texts)
    for (const secret of secrets) expect([secret, text.includes(secret)]).toEqual([secret, false]);
};

it('keeps passwords, tokens and addresses out of logs, of Redis and of the outbox', async () => {
  const users = desk.ledger.purchases.db.collection('users');
  const address = freshAddress();
  const first = await signInAs(desk.buyer, ADMIN.password, address);
  await errorOf(signInAs(desk.buyer, WRONG, address));
  const second = await desk.buyer(refreshSession, { refreshToken: first.refreshToken });
  await desk.buyer(refreshSession, { refreshToken: second.refreshToken });
  await errorOf(desk.buyer(refreshSession, { refreshToken: first.refreshToken }));
  const third = await signInAs(desk.buyer, ADMIN.password, address);
  await desk.buyer(signOut, { token: third.token });
  const user = await users.findOne({ usernameKey: 'admin' });
  const own = (await rpcCallers(desk.env))(admin({ id: String(user?._id) }));
  await own(changePassword, { currentPassword: ADMIN.password, newPassword: NEW, address });

  const keys = await redisKeys();
  const rows = JSON.stringify(await users.find().toArray());
  const tokens = [first, second, third].flatMap(({ token, refreshToken }) => [token, refreshToken]);
  expectNone([logs.text(), keys, rows], [ADMIN.password, NEW, WRONG, address, ...tokens]);
  // There was something to look at.
  expect(logs.lines().map((line) => line['event'])).toEqual(
    expect.arrayContaining(['first-administrator-created', 'refresh-reused']),
  );
  expect(keys).toContain('tries:');
  expect(rows).toContain('$argon2id$');
}, 60_000);

it('keeps addresses, codes and browsers out of logs, events and the keys of Redis', async () => {
  const spy = await eventSpy(desk.env, ...Object.values(purchaseEvents));
  const { buyer, ledger, passes } = desk;
  const address = freshAddress();
  const paid = await ledger.paid('premium_yearly');
  const { id, receiptCode, email } = paid;
  await ledger.activate(id);
  const holder = newBrowser();
  const guess = { receiptCode, email: WRONG_EMAIL, holder, address };
  for (let tries = 0; tries < 7; tries += 1) await errorOf(buyer(restoreAccess, guess));
  await buyer(restoreAccess, { ...guess, email, address: freshAddress() });
  await buyer(requestRefund, { id, holder });
  await ledger.refund(id);
  await ledger.sync(id);
  // Work that fails is logged without its payer: two payments whose times cannot be compared.
  const faulty = await ledger.paid('premium_monthly', newBrowser(), { due: ['account'] });
  const other = { payerEmail: faulty.email };
  await ledger.paid('premium_monthly', newBrowser(), other);
  await ledger.purchases.collection.updateMany(other, { $set: { paidAt: 'not a date' } });
  await passes.runMaintenance();
  await spy.waitFor(purchaseEvents.refundRequested);

  const keys = await redisKeys();
  const events = JSON.stringify(spy.events);
  const codes = [receiptCode, receiptCode.replaceAll('-', ''), faulty.receiptCode];
  const secrets = [...codes, email, faulty.email, WRONG_EMAIL, address];
  expectNone([logs.text(), events, keys], secrets);
  expectNone([logs.text(), events], [paid.browser, holder]);
  // There was something to look at.
  expect(logs.lines().map((line) => line.msg)).toContain(
    'follow-up work of a purchase failed, retrying',
  );
  const { activated, moved, refundRequested } = purchaseEvents;
  expect(new Set(spy.events.map(({ name }) => name))).toEqual(
    new Set([activated.name, moved.name, refundRequested.name]),
  );
  expect(keys).toContain('tries:');
  expect(keys).toContain('pass:');
}, 60_000);
