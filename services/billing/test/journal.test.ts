import { MONGO } from '@ctdb/chassis';
import { testMailServer, waitUntil } from '@ctdb/chassis/testing';
import {
  changeAccess,
  createPersonLink,
  getAddresses,
  type RequestInput,
  sendChangeCode,
  setPersonDisabled,
} from '@ctdb/contracts';
import type { Connection } from 'mongoose';
import { expect, it } from 'vitest';
import { Journal } from '../src/journal/journal.js';
import { JournalService } from '../src/journal/journal.service.js';
import { billingEnv, codeOf, PASSWORD, TestBilling } from './support/billing.js';
import { newBrowser } from './support/ledger.js';
import { mailsOf } from './support/mails.js';

const server = testMailServer();
const billing = new TestBilling(billingEnv({}));
const { confirm, digitsTo } = mailsOf(server, billing);

const collections = () =>
  ['users', 'practices', 'purchases'].map((name) =>
    billing.service.get<Connection>(MONGO).collection(name),
  );
const stored = (projection = {}) =>
  Promise.all(collections().map((each) => each.find({}, { projection }).toArray()));

it('a restore of an older database brings back no password, account, code, browser, address or link', async () => {
  const [email, next, password] = ['kept@example.com', newBrowser(), 'otter-lagoon-77'];
  const [changed, closed] = [await billing.join('editor'), await billing.join('admin')];
  const paid = await billing.begun('premium_monthly');
  await confirm(paid.browser, email);
  const { token } = await billing.owner(createPersonLink, { id: changed.id });
  const backup = await stored();
  const since = new Date().toISOString();

  await billing.setPassword(token, password);
  await billing.owner(setPersonDisabled, { id: closed.id, isDisabled: true });
  await billing.restore(paid, next);
  const change = async (wish: Omit<RequestInput<typeof changeAccess>, 'browser'>) => {
    await billing.buyer(sendChangeCode, { browser: next });
    await billing.buyer(changeAccess, { browser: next, code: await digitsTo(email), ...wish });
  };
  await change({ kind: 'newCodes' });
  await change({ kind: 'removeAddress', address: 'k***@example.com' });
  const accessCode = await billing.reveal(paid.id, next);
  const done = ['password-set', 'disabled', 'moved', 'code-renewed', 'address-removed'];
  const journal = billing.service.get(Journal);
  const noted = async () =>
    (await journal.list()).filter(({ at }) => at > since).map(({ name }) => name.split('.')[2]);
  await waitUntil(async () => {
    const names = await noted();
    return done.every((name) => names.includes(name));
  }, 'the journal lacks a change');
  expect(JSON.stringify(await journal.list())).not.toMatch(
    new RegExp([email, changed.username, password, accessCode].join('|')),
  );

  for (const [index, each] of collections().entries())
    for (const row of backup[index] ?? []) await each.replaceOne({ _id: row._id }, row);
  await billing.service.get(JournalService).repeat();
  for (const { username } of [changed, closed])
    for (const one of [PASSWORD, password])
      expect(await codeOf(billing.signIn(username, one))).toBe('INVALID_CREDENTIALS');
  expect(await billing.listed(closed.id)).toMatchObject({ state: 'disabled' });
  expect(await codeOf(billing.openLink(token))).toBe('LINK_ENDED');
  expect(await codeOf(billing.restore(paid))).toBe('NOT_FOUND');
  expect(await billing.list(paid.browser)).toEqual([]);
  expect(await billing.reveal(paid.id, next)).toBe(accessCode);
  expect(await billing.buyer(getAddresses, { browser: next })).toMatchObject({ addresses: [] });

  const after = await stored({ outbox: 0 });
  await billing.service.get(JournalService).repeat();
  expect(await stored({ outbox: 0 })).toEqual(after);
});
