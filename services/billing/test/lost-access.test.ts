import { MailRecord, Mails } from '@ctdb/chassis/mail';
import { testMailServer, waitUntil, type ReceivedMail } from '@ctdb/chassis/testing';
import { openAccessLink, sendAccessLink } from '@ctdb/contracts';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { getModelToken } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { AccessLinkRecord } from '../src/passes/access-links.repository.js';
import { PlanNotices } from '../src/mail/plan-notices.service.js';
import { billingEnv, errorOf, TestBilling } from './support/billing.js';
import { ledgerOf, newBrowser } from './support/ledger.js';

const DAY_MS = 86_400_000;
const server = testMailServer();
const billing = new TestBilling(billingEnv());
let ledger: ReturnType<typeof ledgerOf>;
beforeAll(() => {
  ledger = ledgerOf(billing.service);
});

const model = <T>(name: string) => billing.service.get<Model<T>>(getModelToken(name));
const mailsTo = (email: string) => server.mails.filter(({ receiver }) => receiver === email);
const tokenIn = ({ text = '' }: ReceivedMail) =>
  /\/(?:restore|invite)#([\w-]+)/.exec(text)?.[1] ?? '';
const askFor = (email: string) => billing.buyer(sendAccessLink, { email });
/** Until every mail that was asked for is sent, or need not be. */
const settled = () =>
  waitUntil(
    async () =>
      (await model<MailRecord>(MailRecord.name).countDocuments({ state: 'waiting' })) === 0,
    'mails are waiting',
    60_000,
  );
const codeOf = async (work: Promise<unknown>) => (await errorOf(work)).code;

describe('a link to lost access', () => {
  it('moves all that an address has paid for, once', async () => {
    const email = 'lost@example.com';
    const plan = await ledger.paid('premium_monthly', newBrowser(), { payerEmail: email });
    await ledger.activate(plan.id);
    const hour = await ledger.paid('hourly', newBrowser(), { payerEmail: email });
    expect(await askFor(' Lost@Example.com ')).toEqual({});
    const mail = await server.waitFor('Your access to', email);
    const [token, holder] = [tokenIn(mail), newBrowser()];
    const { purchases } = await billing.buyer(openAccessLink, { token, holder });
    expect(purchases.map(({ id }) => id)).toEqual([plan.id, hour.id]);
    for (const { id } of [plan, hour]) expect((await ledger.find(id)).grant?.holder).toBe(holder);
    // The same browser may repeat it, another one may not.
    await billing.buyer(openAccessLink, { token, holder });
    const other = billing.buyer(openAccessLink, { token, holder: newBrowser() });
    expect(await codeOf(other)).toBe('LINK_ENDED');
    const links = model<AccessLinkRecord>(AccessLinkRecord.name);
    const ends = (await links.findOne({ email }).lean())?.expiresAt.getTime();
    expect(ends).toBeLessThanOrEqual((await ledger.now()) + 600_000);
  });

  it('goes to an address that was typed on our page, where the payer is not verified', async () => {
    const contactEmail = 'typed@example.com';
    const typed = { contactEmail, payerEmail: contactEmail, isPayerUnverified: true };
    const { id } = await ledger.paid('hourly', newBrowser(), typed);
    // The payer of another one is verified: there the address may be mistyped.
    await ledger.paid('premium_monthly', newBrowser(), { contactEmail });
    await askFor(contactEmail);
    const mail = await server.waitFor('Your access to', contactEmail);
    const opening = { token: tokenIn(mail), holder: newBrowser() };
    const { purchases } = await billing.buyer(openAccessLink, opening);
    expect(purchases.map((purchase) => purchase.id)).toEqual([id]);
  });

  it('ends after a day', async () => {
    const { email } = await ledger.paid('hourly');
    await askFor(email);
    const token = tokenIn(await server.waitFor('Your access to', email));
    await model<AccessLinkRecord>(AccessLinkRecord.name).updateOne(
      { email },
      { $set: { expiresAt: new Date((await ledger.now()) - 1) } },
    );
    const late = billing.buyer(openAccessLink, { token, holder: newBrowser() });
    expect(await codeOf(late)).toBe('LINK_ENDED');
  });

  it('is sent to no address that has not paid, which leaves nothing, with the same answer', async () => {
    const ended = await ledger.paid('hourly');
    await ledger.activate(ended.id);
    await ledger.shift(ended.id, DAY_MS);
    const refunded = await ledger.paid('premium_monthly');
    await ledger.refund(refunded.id);
    const contactEmail = 'mistyped@example.com';
    await ledger.paid('premium_monthly', newBrowser(), { contactEmail });
    const strangers = ['stranger@example.com', ended.email, refunded.email, contactEmail];
    const added = vi.spyOn(billing.service.get(Mails), 'add');
    const countTries = async () =>
      (await billing.redis.keys(`${billing.env.REDIS_PREFIX}tries:*`)).length;
    const before = await countTries();
    for (const email of strangers) expect(await askFor(email)).toEqual({});
    expect(added).not.toHaveBeenCalled();
    added.mockRestore();
    expect(await countTries()).toBe(before);
    await settled();
    expect(strangers.flatMap(mailsTo)).toEqual([]);
    expect(await codeOf(askFor('a@example.com\r\nBcc: b@example.com'))).toBe('VALIDATION_FAILED');
  });

  it('is sent at most five times a day, with the same answer', async () => {
    const { email } = await ledger.paid('hourly');
    for (let count = 0; count < 7; count += 1) expect(await askFor(email)).toEqual({});
    await settled();
    expect(mailsTo(email)).toHaveLength(5);
  });
});

it('tells a buyer once a week and once a day before that a plan ends', async () => {
  const notices = billing.service.get(PlanNotices);
  const plan = await ledger.paid('professional_monthly');
  await ledger.activate(plan.id);
  const notice = 'Your plan ends on ';
  const check = async () => {
    await Promise.all([notices.check(), notices.check()]);
    await settled();
    return mailsTo(plan.email).map(({ subject }) => subject?.slice(0, notice.length));
  };
  expect(await check()).toEqual([]);
  await ledger.shift(plan.id, 24 * DAY_MS);
  expect(await check()).toEqual([notice]);
  await ledger.shift(plan.id, 5.5 * DAY_MS);
  expect(await check()).toEqual([notice, notice]);
  await ledger.shift(plan.id, DAY_MS);
  expect(await check()).toEqual([notice, notice]);
});

it.each([
  ['premium_monthly', 'premium_monthly', 0],
  ['premium_monthly', 'professional_monthly', 0],
  // It allows less.
  ['professional_monthly', 'premium_monthly', 1],
] as const)('of %s, followed by %s, sends %i notices', async (item, nextItem, count) => {
  const notices = billing.service.get(PlanNotices);
  const first = await ledger.paid(item);
  await ledger.activate(first.id);
  const next = await ledger.paid(nextItem, first.browser);
  await ledger.activate(next.id);
  await ledger.shift(first.id, 29.5 * DAY_MS);
  await notices.check();
  await settled();
  expect(mailsTo(first.email)).toHaveLength(count);
});
