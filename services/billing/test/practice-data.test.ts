import { testMailServer } from '@ctdb/chassis/testing';
import {
  cancelErasure,
  eraseBuyer,
  exportPracticeData,
  getErasure,
  practiceEvents,
  requestErasure,
} from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { PracticeDataService } from '../src/access/practice-data.service.js';
import { billingEnv, codeOf, freshAddress, simulators } from './support/billing.js';
import { DAY } from './support/grant-period.js';
import { newBrowser, type Paid } from './support/ledger.js';
import { mailsOf } from './support/mails.js';
import { Shop } from './support/shop.js';

const server = testMailServer();
const billing = new Shop('paypal', billingEnv({ ...simulators.paypal.env }));
const { begun, ledger, list, restore, resume } = billing;
const { confirm, sentTo, settled } = mailsOf(server, billing);

const request = ({ browser, accessCode }: Pick<Paid, 'browser' | 'accessCode'>) =>
  billing.buyer(requestErasure, { browser, accessCode, address: freshAddress() });
const planned = async (browser: string) => (await billing.buyer(getErasure, { browser })).eraseAt;
const stored = (practice: string) => billing.practices().findById(practice).lean();
const maintain = () => billing.service.get(PracticeDataService).runMaintenance();
/** Everything of billing but the events. */
const textOf = async (practice: string) =>
  JSON.stringify([
    await stored(practice),
    await ledger.purchases().find({ practice }).lean(),
    await billing
      .users()
      .find({ role: { $exists: false } })
      .toArray(),
  ]);

it('an erasure is asked for with a code of the practice, 30 days ahead, and taken back by its browser or a purchase', async () => {
  const mine = await begun('premium_monthly');
  const other = await begun('hourly');
  await confirm(mine.browser, 'confirmed@example.com');
  expect(await codeOf(request({ ...other, browser: mine.browser }))).toBe('NOT_FOUND');
  const { eraseAt = '', backupsUntil = '' } = await request(mine);
  expect(Date.parse(eraseAt) - (await ledger.now())).toBeGreaterThan(30 * DAY - 60_000);
  expect(Date.parse(backupsUntil) - Date.parse(eraseAt)).toBeGreaterThanOrEqual(14 * DAY);
  expect(await request(mine)).toEqual({ eraseAt, backupsUntil });
  await settled();
  const subjects = sentTo('confirmed@example.com').map(({ subject }) => subject);
  expect(subjects.filter((each) => each?.includes('will be erased'))).toHaveLength(1);
  await billing.buyer(cancelErasure, { browser: mine.browser });
  expect(await planned(mine.browser)).toBeUndefined();
  await request(mine);
  await begun('hourly', mine.browser);
  expect(await planned(mine.browser)).toBeUndefined();
});

it('the code of what is over proves the practice for an export, in the browser that it opened', async () => {
  const over = await begun('hourly');
  await ledger.shift(over.id, 30 * DAY);
  const browser = newBrowser();
  await restore(over, browser);
  const proof = { browser, accessCode: over.accessCode, address: freshAddress() };
  expect(await billing.buyer(exportPracticeData, proof)).toEqual({ practice: over.practice });
});

it('an erased practice keeps its payments, without access, codes and addresses; another practice keeps a shared one', async () => {
  const email = 'gone@example.com';
  const shared = 'shared@example.com';
  const [mine, other] = [
    await begun('premium_yearly', newBrowser(), { payerEmail: email, contactEmail: shared }),
    await begun('hourly', newBrowser(), { payerEmail: shared }),
  ];
  await confirm(mine.browser, email);
  await request(mine);
  await maintain();
  expect(await resume(mine.browser)).not.toBeNull();
  const eraseAt = new Date(await ledger.now());
  await billing.practices().updateOne({ _id: mine.practice }, { $set: { eraseAt } });
  const unpaid = await ledger.paid('hourly', mine.browser, { state: 'open' });
  await maintain();
  expect(await textOf(mine.practice)).toContain(email);
  await ledger.purchases().updateOne({ _id: unpaid.id }, { $set: { state: 'abandoned' } });
  await maintain();
  expect(await textOf(mine.practice)).not.toMatch(/gone@|shared@/);
  expect(await resume(mine.browser)).toBeNull();
  expect(await list(mine.browser)).toEqual([]);
  expect(await codeOf(restore(mine))).toBe('NOT_FOUND');
  expect(await ledger.find(mine.id)).toMatchObject({ state: 'paid', captureId: `C-${mine.id}` });
  expect(await ledger.find(other.id)).toMatchObject({ payerEmail: shared });
  const { payload } = await billing.eventAbout(practiceEvents.erased, mine.practice);
  expect(payload).toEqual({ practice: mine.practice });
  await settled();
  expect(sentTo(email).at(-1)?.subject).toContain('has been erased');
});

it('an owner erases the buyer of an order at once, unless an order may be paid; a late payment goes back', async () => {
  const mine = await begun('premium_monthly');
  const unpaid = await ledger.paid('hourly', mine.browser, { state: 'capturing' });
  const erase = () => billing.owner(eraseBuyer, { id: mine.id });
  expect(await codeOf(erase())).toBe('ORDER_UNFINISHED');
  await ledger.purchases().updateOne({ _id: unpaid.id }, { $set: { state: 'denied' } });
  const late = await billing.approved({ browser: mine.browser });
  await billing.change(late.id, { createdAt: new Date(0) });
  await erase();
  await erase();
  await billing.capture(late.id, late.browser).catch(() => undefined);
  expect(await billing.refundsOf(late.id)).toHaveLength(1);
  expect(await resume(mine.browser)).toBeNull();
  expect(await textOf(mine.practice)).not.toContain(mine.email);
  const { payload } = await billing.eventAbout(practiceEvents.erased, mine.practice);
  expect(payload).toEqual({ practice: mine.practice, orderId: mine.id });
});
