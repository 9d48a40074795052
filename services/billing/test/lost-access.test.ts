import { Mails } from '@ctdb/chassis/mail';
import { testMailServer, type ReceivedMail } from '@ctdb/chassis/testing';
import { openAccessLink, sendAccessLink } from '@ctdb/contracts';
import { expect, it, vi } from 'vitest';
import { AccessLinkRecord } from '../src/passes/access-links.repository.js';
import { PlanNotices } from '../src/mail/plan-notices.service.js';
import { billingEnv, codeOf, TestBilling } from './support/billing.js';
import { DAY } from './support/grant-period.js';
import { newBrowser } from './support/ledger.js';
import { mailsOf } from './support/mails.js';

const server = testMailServer();
const billing = new TestBilling(billingEnv({}));
const { ledger } = billing;
const { settled, sentTo } = mailsOf(server, billing);

const links = () => billing.model<AccessLinkRecord>(AccessLinkRecord.name);
const tokenIn = ({ text = '' }: ReceivedMail) => /\/restore#([\w-]+)/.exec(text)?.[1] ?? '';
const askFor = (email: string) => billing.buyer(sendAccessLink, { email });
/** Opens the link that was sent to an address. */
const opener = async (email: string) => {
  const token = tokenIn(await server.waitFor('Your access to', email));
  return (holder = newBrowser()) => billing.buyer(openAccessLink, { token, holder });
};

it('a link to lost access moves all that an address has paid for, once, within a day', async () => {
  const email = 'lost@example.com';
  const plan = await billing.begun('premium_monthly', newBrowser(), { payerEmail: email });
  const hour = await ledger.paid('hourly', newBrowser(), { payerEmail: email });
  expect(await askFor(' Lost@Example.com ')).toEqual({});
  const open = await opener(email);
  const holder = newBrowser();
  const { purchases } = await open(holder);
  expect(purchases.map(({ id }) => id)).toEqual([plan.id, hour.id]);
  for (const { id } of [plan, hour]) expect((await ledger.find(id)).grant?.holder).toBe(holder);
  // The same browser may repeat it, another one may not.
  await open(holder);
  expect(await codeOf(open())).toBe('LINK_ENDED');
  const ends = (await links().findOne({ email }).lean())?.expiresAt.getTime();
  expect(ends).toBeLessThanOrEqual((await ledger.now()) + 600_000);

  const { email: other } = await ledger.paid('hourly');
  await askFor(other);
  const late = await opener(other);
  const past = { expiresAt: new Date((await ledger.now()) - 1) };
  await links().updateOne({ email: other }, { $set: past });
  expect(await codeOf(late())).toBe('LINK_ENDED');
});

it('a link to lost access goes to an address that was typed on our page, where the payer is not verified', async () => {
  const contactEmail = 'typed@example.com';
  const typed = { contactEmail, payerEmail: contactEmail, isPayerUnverified: true };
  const { id } = await ledger.paid('hourly', newBrowser(), typed);
  // The payer of another one is verified: there the address may be mistyped.
  await ledger.paid('premium_monthly', newBrowser(), { contactEmail });
  await askFor(contactEmail);
  const { purchases } = await (await opener(contactEmail))();
  expect(purchases.map((purchase) => purchase.id)).toEqual([id]);
});

it('a link to lost access is sent to no address that has not paid, which leaves nothing, with the same answer', async () => {
  const ended = await billing.begun('hourly');
  await ledger.shift(ended.id, DAY);
  const refunded = await ledger.paid('premium_monthly');
  await ledger.refund(refunded.id);
  const contactEmail = 'mistyped@example.com';
  await ledger.paid('premium_monthly', newBrowser(), { contactEmail });
  const strangers = ['stranger@example.com', ended.email, refunded.email, contactEmail];
  const added = vi.spyOn(billing.service.get(Mails), 'add');
  const before = await billing.keys('tries:');
  for (const email of strangers) expect(await askFor(email)).toEqual({});
  expect(added).not.toHaveBeenCalled();
  added.mockRestore();
  const tries = await billing.keys('tries:');
  expect(tries.filter((key) => !before.includes(key))).toEqual([]);
  await settled();
  expect(strangers.flatMap(sentTo)).toEqual([]);
  expect(await codeOf(askFor('a@example.com\r\nBcc: b@example.com'))).toBe('VALIDATION_FAILED');
});

it('a link to lost access is sent at most five times a day, with the same answer', async () => {
  const { email } = await ledger.paid('hourly');
  for (let count = 0; count < 7; count += 1) expect(await askFor(email)).toEqual({});
  await settled();
  expect(sentTo(email)).toHaveLength(5);
});

it('tells a buyer once a week and once a day before that a plan ends', async () => {
  const notices = billing.service.get(PlanNotices);
  const { id, email } = await billing.begun('professional_monthly');
  const notice = 'Your plan ends on ';
  const check = async () => {
    await Promise.all([notices.check(), notices.check()]);
    await settled();
    return sentTo(email).map(({ subject }) => subject?.slice(0, notice.length));
  };
  expect(await check()).toEqual([]);
  for (const [days, count] of [
    [24, 1],
    [5.5, 2],
    [1, 2],
  ] as const) {
    await ledger.shift(id, days * DAY);
    expect(await check()).toEqual(Array(count).fill(notice));
  }
});

it.each([
  ['premium_monthly', 'professional_monthly', 0],
  // It allows less.
  ['professional_monthly', 'premium_monthly', 1],
] as const)('of %s, followed by %s, sends %i notices', async (item, nextItem, count) => {
  const first = await billing.begun(item);
  await billing.begun(nextItem, first.browser);
  await ledger.shift(first.id, 29.5 * DAY);
  await billing.service.get(PlanNotices).check();
  await settled();
  expect(sentTo(first.email)).toHaveLength(count);
});
