import { testMailServer } from '@ctdb/chassis/testing';
import {
  changeAccess,
  confirmAddress,
  getAddresses,
  issueAccessCode,
  type RequestInput,
  sendAddressCode,
  sendChangeCode,
} from '@ctdb/contracts';
import { texts } from '@ctdb/contracts/texts';
import { expect, it } from 'vitest';
import { AccessLinkRecord } from '../src/access/access-links.repository.js';
import { billingEnv, codeOf, errorOf, TestBilling } from './support/billing.js';
import { HOUR } from './support/grant-period.js';
import { newBrowser } from './support/ledger.js';
import { mailsOf } from './support/mails.js';

const server = testMailServer();
const billing = new TestBilling(billingEnv({}));
const { begun, ledger, restore, reveal } = billing;
const { confirm, digitsTo, sentTo, settled } = mailsOf(server, billing);

const send = (browser: string, email: string) => billing.buyer(sendAddressCode, { browser, email });
const type = (browser: string, code: string, knownCode?: string) =>
  billing.buyer(confirmAddress, { browser, code, ...(knownCode !== undefined && { knownCode }) });
const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000');
const stored = (practice: string) => billing.practices().findById(practice).lean();
const mailed = () => billing.model<AccessLinkRecord>(AccessLinkRecord.name);
/** Ends the hour in which mails are counted. */
const passHour = async () => {
  for (const key of await billing.keys('tries:'))
    if (/-mail:[^:]+$/.test(key)) await billing.redis.del(key);
};

it('an address is confirmed by the six digits that it got, in the browser that holds the practice', async () => {
  const email = 'first@example.com';
  const { browser } = await begun('premium_monthly');
  const other = await begun('hourly');
  expect(await send(browser, ' First@Example.com ')).toEqual({});
  const code = await digitsTo(email);
  for (const words of [texts.en.documents.premium_monthly, 'Never pass them on'])
    expect(sentTo(email)[0]?.text).toContain(words);
  expect(JSON.stringify(await mailed().find().lean())).not.toContain(code);
  expect(await codeOf(type(other.browser, code))).toBe('WRONG_ADDRESS_CODE');
  const confirmed = { addresses: ['f***@example.com'] };
  expect(await type(browser, `${code.slice(0, 3)} ${code.slice(3)}`)).toEqual(confirmed);
  expect(await billing.buyer(getAddresses, { browser })).toEqual(confirmed);
  expect(await codeOf(type(browser, code))).toBe('WRONG_ADDRESS_CODE');
  expect(await codeOf(send(newBrowser(), email))).toBe('NOT_FOUND');
});

it('six digits end after five wrong ones and after fifteen minutes; ten wrong ones in a day end it for the practice', async () => {
  const email = 'guessed@example.com';
  const { browser } = await begun('hourly');
  const next = async () => {
    await send(browser, email);
    return digitsTo(email);
  };
  const refuse = async (code: string, count: number) => {
    for (let tries = 0; tries < count; tries += 1)
      expect(await codeOf(type(browser, code))).toBe('WRONG_ADDRESS_CODE');
  };
  const first = await next();
  await refuse(wrongFor(first), 5);
  await refuse(first, 1);
  const second = await next();
  const now = await ledger.now();
  const ends = Number((await mailed().findOne({ email }).lean())?.expiresAt) - now;
  expect(ends).toBeGreaterThan(14 * 60_000);
  expect(ends).toBeLessThanOrEqual(15 * 60_000);
  await mailed().updateOne({ email }, { expiresAt: new Date(now) });
  await refuse(second, 1);
  const third = await next();
  await refuse(wrongFor(third), 3);
  expect(await codeOf(type(browser, third))).toBe('TOO_MANY_TRIES');
});

it('an address gets three mails an hour and ten a day, with the same answer; a practice asks for five an hour', async () => {
  const email = 'flooded@example.com';
  const browsers = [await begun('hourly'), await begun('hourly'), await begun('hourly')];
  const sentAfter = async (count: number, between: () => Promise<void>) => {
    for (let index = 0; index < count; index += 1) {
      await between();
      expect(await send(browsers[index % 3]?.browser ?? '', email)).toEqual({});
    }
    await settled();
    return sentTo(email).length;
  };
  expect(await sentAfter(4, async () => undefined)).toBe(3);
  expect(await sentAfter(9, passHour)).toBe(10);
  const { browser } = await begun('hourly');
  for (let index = 0; index < 5; index += 1) await send(browser, `one-of-${index}@example.com`);
  expect(await codeOf(send(browser, 'sixth@example.com'))).toBe('TOO_MANY_TRIES');
});

it('the first address is not confirmed within 72 hours after a move', async () => {
  const email = 'moved@example.com';
  const paid = await begun('premium_monthly');
  const browser = newBrowser();
  await restore(paid, browser);
  const movedAt = Number((await stored(paid.practice))?.movedAt);
  const notBefore = new Date(movedAt + 72 * HOUR).toISOString();
  const early = { code: 'ADDRESS_TOO_EARLY', params: { notBefore } };
  expect(await errorOf(send(browser, email))).toMatchObject(early);
  const state = { addresses: [], notBefore };
  expect(await billing.buyer(getAddresses, { browser })).toEqual(state);
  const past = { movedAt: new Date((await ledger.now()) - 72 * HOUR) };
  await billing.practices().updateOne({ _id: paid.practice }, past);
  expect(await confirm(browser, email)).toEqual({ addresses: ['m***@example.com'] });
});

it('after the first address each change needs digits that it got; there are two at most, and both get mails about it', async () => {
  // They look the same where they are masked.
  const [first, second] = ['anu@example.com', 'asha@example.com'];
  const masked = 'a***@example.com';
  const { id, browser, practice, accessCode } = await begun('premium_monthly');
  await confirm(browser, first);
  await send(browser, second);
  const code = await digitsTo(second);
  expect(await codeOf(type(browser, code))).toBe('WRONG_ADDRESS_CODE');
  const both = { addresses: [`${masked} (1)`, `${masked} (2)`] };
  expect(await type(browser, code, await digitsTo(first))).toEqual(both);
  expect(await codeOf(send(browser, 'third@example.com'))).toBe('ADDRESSES_FULL');

  const request = { browser, kind: 'newCodes' } as const;
  expect(await codeOf(billing.buyer(changeAccess, request))).toBe('WRONG_ADDRESS_CODE');
  const change = async (
    wish: Omit<RequestInput<typeof changeAccess>, 'browser'>,
    [email, address]: [string, string?] = [first],
  ) => {
    await passHour();
    await billing.buyer(sendChangeCode, { browser, ...(address && { address }) });
    return billing.buyer(changeAccess, { browser, code: await digitsTo(email), ...wish });
  };
  expect(await change({ kind: 'newCodes' })).toEqual(both);
  expect(await codeOf(restore({ accessCode }))).toBe('NOT_FOUND');
  expect(await reveal(id, browser)).not.toBe(accessCode);
  await billing.admin(issueAccessCode, { id });
  const removal = { kind: 'removeAddress', address: `${masked} (1)` } as const;
  // The first mailbox may be lost.
  expect(await change(removal, [second, `${masked} (2)`])).toEqual({ addresses: [masked] });
  expect((await stored(practice))?.addresses?.map(({ email }) => email)).toEqual([second]);
  await settled();
  const countMails = (what: string) =>
    [first, second].map((to) => sentTo(to).filter(({ subject }) => subject?.endsWith(what)).length);
  expect(countMails('your access was changed')).toEqual([4, 3]);
  expect(countMails('a new access code was made')).toEqual([1, 1]);
});
