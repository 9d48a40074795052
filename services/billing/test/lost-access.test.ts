import { Mails } from '@ctdb/chassis/mail';
import { testMailServer } from '@ctdb/chassis/testing';
import {
  openAccessLink,
  openLinkedPractice,
  practiceEvents,
  refundOrder,
  type RequestInput,
  requestRefund,
  sendAccessLink,
  sendAddressCode,
  sendJoinCode,
} from '@ctdb/contracts';
import type { Model } from 'mongoose';
import { expect, it, vi } from 'vitest';
import { AccessLinkRecord } from '../src/access/access-links.repository.js';
import { AddressesService } from '../src/access/addresses.service.js';
import { PlanNotices } from '../src/mail/plan-notices.service.js';
import { PassesService } from '../src/passes/passes.service.js';
import { billingEnv, codeOf, simulators } from './support/billing.js';
import { DAY } from './support/grant-period.js';
import { newBrowser } from './support/ledger.js';
import { mailsOf } from './support/mails.js';
import { Shop } from './support/shop.js';

const server = testMailServer();
const shop = new Shop('paypal', billingEnv(simulators.paypal.env));
const { begun, ledger, restore, resume, reveal, statesOf } = shop;
const { confirm, digitsTo, sentTo, settled } = mailsOf(server, shop);

const links = () => shop.model<AccessLinkRecord>(AccessLinkRecord.name);
const askFor = (email: string) => shop.buyer(sendAccessLink, { email });
const linksTo = (email: string) =>
  sentTo(email).flatMap(({ text = '' }) => /\/restore#link=([\w-]+)/.exec(text)?.[1] ?? []);
/** The token of a new link to an address. */
const linkTo = async (email: string) => {
  expect(await askFor(email)).toEqual({});
  await settled();
  return linksTo(email).at(-1) ?? '';
};
const list = async (token: string) => (await shop.buyer(openAccessLink, { token })).practices;
const open = (
  token: string,
  practice: string,
  next = newBrowser(),
  more: Partial<RequestInput<typeof openLinkedPractice>> = {},
) => shop.buyer(openLinkedPractice, { token, practice, next, ...more });

it('a link to lost access lists the practices of a confirmed address, changes nothing, and opens one, once, within a day', async () => {
  const email = 'lost@example.com';
  const [first, second] = [await begun('premium_monthly'), await ledger.paid('hourly')];
  for (const { browser } of [first, second]) await confirm(browser, email);
  // Typed, and not confirmed.
  const typed = { contactEmail: email, payerEmail: email };
  const third = await begun('hourly', newBrowser(), typed);
  expect(await askFor(' Lost@Example.com ')).toEqual({});
  const token = await linkTo(email);
  const stored = () => [shop.practices(), links(), shop.purchases()] as unknown as Model<object>[];
  const rows = () => Promise.all(stored().map((each) => each.find().select('-outbox').lean()));
  const before = await rows();
  const listed = await list(token);
  expect(await rows()).toEqual(before);
  const found = listed.map(({ id, purchases }) => [id, purchases.map((purchase) => purchase.id)]);
  expect(found.sort()).toEqual([first, second].map(({ practice, id }) => [practice, [id]]).sort());
  expect(JSON.stringify(listed)).not.toContain(first.accessCode);

  expect(await codeOf(open(token, third.practice))).toBe('NOT_FOUND');
  const next = newBrowser();
  await open(token, first.practice, next);
  expect(await resume(next)).toMatchObject({ id: first.id });
  expect(await resume(first.browser)).toBeNull();
  expect(await statesOf(second.browser)).toEqual({ [second.id]: 'unclaimed' });
  // The same browser may repeat it, another one may not.
  await open(token, first.practice, next);
  expect(await codeOf(open(token, second.practice))).toBe('LINK_ENDED');
  const ends = (await links().findOne({ usedBy: next }).lean())?.expiresAt.getTime();
  expect(ends).toBeLessThanOrEqual((await ledger.now()) + 600_000);
  const late = await linkTo(email);
  await links().updateMany({ email }, { expiresAt: new Date((await ledger.now()) - 1) });
  expect(await codeOf(list(late))).toBe('LINK_ENDED');
});

it('practices of one address are joined by six digits: what runs keeps its times, what waits follows, codes are new, also after a crash', async () => {
  const email = 'both@example.com';
  const make = async () => {
    const running = await begun('hourly');
    await confirm(running.browser, email);
    return [running, await begun('hourly', running.browser)] as const;
  };
  const [from, into] = [await make(), await make()];
  const all = [...from, ...into];
  const times = () => Promise.all(all.map(({ id }) => ledger.timesOf(id)));
  const before = await times();
  const token = await linkTo(email);
  await shop.buyer(sendJoinCode, { token });
  const digits = await digitsTo(email);
  const next = newBrowser();
  const join = (code: string) =>
    open(token, into[0].practice, next, { join: { practice: from[0].practice, code } });
  const wrong = digits === '000000' ? '111111' : '000000';
  expect(await codeOf(join(wrong))).toBe('WRONG_ADDRESS_CODE');
  expect(await times()).toEqual(before);

  const crash = new Error('the process dies here');
  vi.spyOn(shop.service.get(PassesService), 'join').mockRejectedValueOnce(crash);
  await expect(join(digits)).rejects.toThrow();
  await shop.service.get(AddressesService).runMaintenance();
  await join(digits);
  const [first, second, ...others] = await times();
  expect([first, ...others]).toEqual([before[0], ...before.slice(2)]);
  expect(second?.[0]).toBe(others[1]?.[1]);
  const joined = { practice: into[0].practice, until: second?.[1] };
  expect(await resume(next)).toMatchObject(joined);
  expect(Object.keys(await statesOf(next)).sort()).toEqual(all.map(({ id }) => id).sort());
  const { payload } = await shop.eventAbout(practiceEvents.joined, from[0].practice);
  expect(payload).toEqual({ from: from[0].practice, into: into[0].practice });
  for (const { accessCode, browser } of all) {
    expect(await resume(browser)).toBeNull();
    expect(await codeOf(restore({ accessCode }))).toBe('NOT_FOUND');
  }
  expect((await restore({ accessCode: await reveal(from[1].id, next) })).id).toBe(from[1].id);
});

it('a stranger who types the address of a buyer gets nothing of that buyer', async () => {
  const email = 'two-buyers@example.com';
  const order = { item: 'premium_monthly', email, payer: email } as const;
  const buyer = await shop.bought(order);
  await confirm(buyer.browser, email);
  const stranger = await shop.bought(order);
  const theirs = await shop.pass(buyer.browser);
  const own = await shop.pass(stranger.browser);
  expect(own).toMatchObject({ id: stranger.purchaseId });
  expect(own?.practice).not.toBe(theirs?.practice);
  const browser = newBrowser();
  await restore(stranger, browser, { email });
  expect(await statesOf(browser)).toEqual({ [stranger.purchaseId]: 'running' });
  const refund = { browser, orderId: buyer.purchaseId };
  expect(await codeOf(shop.buyer(requestRefund, refund))).toBe('NOT_FOUND');
  // The link goes to the mailbox of the buyer, and opens nothing of the stranger.
  expect((await list(await linkTo(email))).map(({ id }) => id)).toEqual([theirs?.practice]);
  for (const { text, html } of sentTo(email))
    for (const { accessCode } of [buyer, stranger])
      expect(`${text} ${html}`).not.toContain(accessCode);
  // Both payments are in one row of `users`, which decides nothing.
  await shop.admin(refundOrder, { id: stranger.purchaseId });
  expect(await resume(buyer.browser)).toEqual(theirs);
});

it('a link to lost access is sent to no address that is not confirmed, which leaves nothing, with the same answer', async () => {
  const [asked, contactEmail] = ['asked@example.com', 'mistyped@example.com'];
  const { browser, email } = await begun('premium_monthly', newBrowser(), { contactEmail });
  await shop.buyer(sendAddressCode, { browser, email: asked });
  await settled();
  const strangers = ['stranger@example.com', email, contactEmail, asked];
  const added = vi.spyOn(shop.service.get(Mails), 'add');
  const before = await shop.keys('tries:');
  for (const one of strangers) expect(await askFor(one)).toEqual({});
  expect(added).not.toHaveBeenCalled();
  added.mockRestore();
  const tries = await shop.keys('tries:');
  expect(tries.filter((key) => !before.includes(key))).toEqual([]);
  await settled();
  expect(strangers.flatMap(linksTo)).toEqual([]);
  expect(await codeOf(askFor('a@example.com\r\nBcc: b@example.com'))).toBe('VALIDATION_FAILED');
});

it('a link to lost access is sent at most five times a day, with the same answer', async () => {
  const email = 'often@example.com';
  await confirm((await ledger.paid('hourly')).browser, email);
  for (let count = 0; count < 7; count += 1) expect(await askFor(email)).toEqual({});
  await settled();
  expect(linksTo(email)).toHaveLength(5);
});

it.each([
  ['professional_monthly', undefined, { 0: 0, 24: 1, 29.5: 2, 30.5: 2 }],
  ['premium_monthly', 'professional_monthly', { 29.5: 0 }],
  // It allows less.
  ['professional_monthly', 'premium_monthly', { 29.5: 1 }],
] as const)('of %s, followed by %s, mails notices after days: %j', async (item, after, notices) => {
  const { id, browser, email: typed } = await begun(item);
  const email = `${item}-${after}@example.com`;
  await confirm(browser, email);
  if (after) await begun(after, browser);
  const service = shop.service.get(PlanNotices);
  const [begin] = await ledger.timesOf(id);
  for (const [days, count] of Object.entries(notices).sort(([one], [other]) => +one - +other)) {
    const passed = begin - (await ledger.timesOf(id))[0];
    await ledger.shift(id, Number(days) * DAY - passed);
    await Promise.all([service.check(), service.check()]);
    await settled();
    const sent = sentTo(email).filter(({ subject }) => subject?.startsWith('Your plan ends on '));
    expect(sent).toHaveLength(count);
  }
  expect(sentTo(typed)).toEqual([]);
});
