import { changePassword, purchaseEvents, requestRefund, signOut } from '@ctdb/contracts';
import { expect, it } from 'vitest';
import {
  ADMIN,
  billingEnv,
  captureLogs,
  errorOf,
  freshAddress,
  PASSWORD as NEW,
  signInAs,
  TestBilling,
} from './support/billing.js';
import { newBrowser } from './support/ledger.js';

const billing = new TestBilling(billingEnv({ LOG_LEVEL: 'trace' }));
const logs = captureLogs();
const WRONG = 'wrong-but-private-61';
const WRONG_EMAIL = 'someone-else-61@example.com';

const redisKeys = async () => (await billing.keys()).join('\n');

const expectNone = (texts: string[], secrets: string[]) => {
  for (const text of texts)
    for (const secret of secrets) expect([secret, text.includes(secret)]).toEqual([secret, false]);
};

it('keeps passwords, tokens and addresses out of logs, of Redis and of the outbox', async () => {
  const { buyer } = billing;
  const address = freshAddress();
  const first = await signInAs(buyer, ADMIN.password, address);
  await errorOf(signInAs(buyer, WRONG, address));
  const second = await billing.refresh(first);
  await billing.refresh(second);
  await errorOf(billing.refresh(first));
  const third = await signInAs(buyer, ADMIN.password, address);
  await buyer(signOut, { token: third.token });
  const passwords = { currentPassword: ADMIN.password, newPassword: NEW };
  await billing.owner(changePassword, { ...passwords, address });

  const keys = await redisKeys();
  const rows = JSON.stringify(await billing.users().find().toArray());
  const tokens = [first, second, third].flatMap(({ token, refreshToken }) => [token, refreshToken]);
  expectNone([logs.text(), keys, rows], [ADMIN.password, NEW, WRONG, address, ...tokens]);
  // There was something to look at.
  const events = logs.lines().map((line) => line['event']);
  for (const event of ['first-administrator-created', 'refresh-reused'])
    expect(events).toContain(event);
  expect(keys).toContain('tries:');
  expect(rows).toContain('$argon2id$');
}, 60_000);

it('keeps addresses, codes and browsers out of logs, events and the keys of Redis', async () => {
  const { buyer, events, ledger } = billing;
  const address = freshAddress();
  const paid = await billing.begun('premium_yearly', newBrowser(), { isCodeMailed: true });
  const { id, accessCode, email } = paid;
  const browser = newBrowser();
  const guess = { email: WRONG_EMAIL, address };
  for (let tries = 0; tries < 7; tries += 1) await errorOf(billing.restore(paid, browser, guess));
  await billing.restore(paid, browser, { email });
  await buyer(requestRefund, { orderId: id, browser });
  await ledger.revoke(id);
  // Work that fails is logged without its payer: two payments whose times cannot be compared.
  const faulty = await ledger.paid('premium_monthly', newBrowser(), { due: ['account'] });
  const other = { payerEmail: faulty.email };
  await ledger.paid('premium_monthly', newBrowser(), other);
  await ledger.purchases().collection.updateMany(other, { $set: { paidAt: 'not a date' } });
  await ledger.runMaintenance();
  await events.waitFor(purchaseEvents.refundRequested);

  const keys = await redisKeys();
  const own = events.events.filter(({ name }) => /purchase/.test(name));
  const published = JSON.stringify(own);
  const codes = [accessCode, accessCode.replaceAll('-', ''), faulty.accessCode];
  const secrets = [...codes, email, faulty.email, WRONG_EMAIL, address];
  expectNone([logs.text(), published, keys], secrets);
  expectNone([logs.text(), published], [paid.browser, browser]);
  // There was something to look at.
  expect(logs.text()).toContain('follow-up work of a purchase failed, retrying');
  const { activated, refundRequested } = purchaseEvents;
  const names = [activated.name, refundRequested.name];
  expect(new Set(own.map(({ name }) => name))).toEqual(new Set(names));
  expect(keys).toContain('tries:');
  expect(keys).toContain('pass:');
}, 60_000);
