import { MONGO } from '@ctdb/chassis';
import { anonymous, eventSpy, rpcCallers, startTestService } from '@ctdb/chassis/testing';
import { purchaseEvents, requestRefund, restoreAccess } from '@ctdb/contracts';
import { expect, it } from '@jest/globals';
import type { Connection } from 'mongoose';
import { BillingModule } from '../src/billing.module.js';
import { PassesService } from '../src/passes/passes.service.js';
import { captureLogs } from './captured-logs.js';
import { ledgerOf, newBrowser } from './purchases.fixture.js';
import { billingEnv, errorOf, freshAddress, redisOf } from './support.js';

const env = billingEnv({ LOG_LEVEL: 'trace', RECONCILE_SECONDS: '3600' });
const logs = captureLogs();
const redis = redisOf(env);
const WRONG = 'somebody-else-61@example.com';

it('keeps addresses, codes and browsers out of logs, events and the keys of Redis', async () => {
  const spy = await eventSpy(env, ...Object.values(purchaseEvents));
  const service = await startTestService(BillingModule, env);
  const ledger = ledgerOf(service);
  const passes = service.get(PassesService);
  const call = (await rpcCallers(env))(anonymous);
  const address = freshAddress();

  const paid = await ledger.paid('premium_yearly');
  const { id, receiptCode, email } = paid;
  await passes.begin(id);
  const holder = newBrowser();
  const guess = { receiptCode, email: WRONG, holder, address };
  for (let tries = 0; tries < 7; tries += 1) await errorOf(call(restoreAccess, guess));
  await call(restoreAccess, { ...guess, email, address: freshAddress() });
  await call(requestRefund, { id, holder });
  await ledger.refund(id);
  await passes.end(id);
  // Work that cannot be done is complained of, without a word of whose it is.
  const mongo = service.get<Connection>(MONGO);
  const faulty = await ledger.paid('premium_monthly', newBrowser(), { due: ['account'] });
  await mongo
    .collection('purchases')
    .updateOne({ _id: (await ledger.find(faulty.id))._id }, [{ $set: { paidAt: 'not a date' } }]);
  await passes.sweep();
  await spy.waitFor(purchaseEvents.refundRequested);

  const keys = (await redis.keys(`${env.REDIS_PREFIX}*`)).join('\n');
  const events = JSON.stringify(spy.events);
  const codes = [receiptCode, receiptCode.replaceAll('-', ''), faulty.receiptCode];
  const secrets = [...codes, email, faulty.email, WRONG, address];
  for (const text of [logs.text(), events, keys])
    for (const secret of secrets) expect(text.includes(secret)).toBe(false);
  for (const browser of [paid.browser, holder])
    for (const text of [logs.text(), events]) expect(text.includes(browser)).toBe(false);
  // There was something to look at.
  expect(logs.lines().map((line) => line.msg)).toContain('work of a purchase is still to be done');
  expect(new Set(spy.events.map(({ name }) => name))).toEqual(
    new Set(
      [purchaseEvents.activated, purchaseEvents.moved, purchaseEvents.refundRequested].map(
        ({ name }) => name,
      ),
    ),
  );
  expect(keys).toContain('tries:');
  expect(keys).toContain('pass:');
}, 60_000);
