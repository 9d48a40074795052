import { createHash } from 'node:crypto';
import { deterministicId } from '@ctdb/chassis';
import { findPractices, getActivePass, type PurchaseItem } from '@ctdb/contracts';
import { type Connection, createConnection, mongo, Types } from 'mongoose';
import { beforeAll, expect, it, vi } from 'vitest';
import { durationMs } from '../src/passes/schedule.js';
import { createPractices } from '../src/practices.migration.js';
import { newTypedCode, toAccessCode } from '../src/typed-code.js';
import { billingEnv, codeOf, TestBilling } from './support/billing.js';
import { DAY, HOUR } from './support/grant-period.js';
import { newBrowser } from './support/ledger.js';

const env = billingEnv({});
const KEY = 'a'.repeat(64);
const at = (milliseconds: number) => new Date(Date.now() + milliseconds);
/** The hash of the token of a browser. */
const token = (name: string) => createHash('sha256').update(name).digest('hex');
const idOf = (practice: string) => deterministicId('practices', token(practice)).toHexString();
const hex = ({ _id }: { _id: Types.ObjectId }) => _id.toHexString();

let count = 0;
/** A purchase as the version before has stored it, and the token that opens its practice afterwards. */
const former = (
  practice: string,
  item: PurchaseItem,
  holder: string,
  start?: number,
  more: object = {},
) => {
  const [_id, startsAt] = [new Types.ObjectId(), at(start ?? 0)];
  count += 1;
  const times = { startsAt, endsAt: new Date(Number(startsAt) + durationMs(item)) };
  const grant = { holder: token(holder), seq: count, claimedAt: startsAt, ...times };
  const paidAt = at(count * 1_000 - HOUR);
  const row = {
    ...{ _id, item, state: 'paid', orderedBy: token(holder), commandId: hex({ _id }), due: [] },
    ...{ amountMinor: 999, currency: 'USD', captureId: `C-${count}`, createdAt: paidAt },
    ...{ changedAt: paidAt, paidAt, receiptCode: newTypedCode() },
    ...{ ...(start !== undefined && { grant }), ...more },
  };
  return { practice, _id, row, grant: start === undefined ? undefined : grant };
};

const users = ['asha@example.com', 'bala@example.com'].map((email) => {
  return { _id: new Types.ObjectId(), email, usernameKey: `BUYER:${email}` };
});
const [asha, bala] = users.map(({ email }) => ({ payerEmail: email }));
const typed = { payerEmail: 'typed@example.com', isPayerUnverified: true };
const first = former('d', 'premium_monthly', 'c', -10 * DAY, typed);
const continued = { ...typed, continues: hex(first), formerHolders: [token('c')] };
const purchases = {
  running: former('a', 'premium_monthly', 'a', -DAY, asha),
  queued: former('a', 'premium_monthly', 'a', 29 * DAY, asha),
  hour: former('a', 'hourly', 'a', -HOUR / 2, asha),
  // Their buyer has come back on another machine.
  over: former('b', 'premium_monthly', 'b-old', -40 * DAY, bala),
  elsewhere: former('b', 'professional_monthly', 'b', -HOUR, bala),
  unclaimed: former('b-old', 'hourly', 'b-old'),
  first,
  moved: former('d', 'premium_monthly', 'd', -HOUR, { ...continued, orderedBy: token('c') }),
  refunded: former('e', 'professional_yearly', 'e', -HOUR, { state: 'refunded' }),
  nameless: former('e', 'hourly', 'e'),
  replaced: former('f-next', 'hourly', 'f', -HOUR / 2),
  offered: former('g', 'hourly', 'g', -HOUR / 2),
  before: former('h-next', 'hourly', 'h', -2 * HOUR),
  // With the token that its order has brought.
  open: former('h-next', 'hourly', 'h-next', undefined, { state: 'open' }),
};
for (const name of ['paidAt', 'receiptCode']) Reflect.deleteProperty(purchases.open.row, name);
const all = Object.values(purchases);
const tokens = [
  { _id: token('f-next'), from: token('f'), createdAt: at(-DAY), usedAt: at(-HOUR) },
  { _id: token('g-lost'), from: token('g'), createdAt: at(-2 * HOUR) },
  { _id: token('g-next'), from: token('g'), createdAt: at(-HOUR) },
  { _id: token('h-next'), from: token('h'), createdAt: at(-HOUR) },
];

let connection: Connection;
const stored = (name: string) =>
  // The reconciler reads payments again.
  connection
    .collection(name)
    .find()
    .project({ recheckAt: 0, outbox: 0 })
    .sort({ _id: 1 })
    .toArray();

/** Runs the migration in a process that dies after so many writes of documents. */
const dieAfter = async (writes: number) => {
  const { updateOne } = mongo.Collection.prototype;
  let left = writes;
  const spy = vi.spyOn(mongo.Collection.prototype, 'updateOne');
  spy.mockImplementation(function (this: mongo.Collection, ...args) {
    left -= 1;
    if (left < 0) throw new Error('the process dies here');
    return updateOne.apply(this, args);
  });
  await createPractices.up(connection).catch(() => undefined);
  spy.mockRestore();
};

beforeAll(async () => {
  connection = await createConnection(env.MONGODB_URI, { dbName: env.MONGODB_DB }).asPromise();
  env.onEnd(() => connection.close());
  const rows = all.map(({ row }) => row);
  const installation = [{ _id: 'installation', key: KEY }];
  const collections = { purchases: rows, users, browser_tokens: tokens, installation };
  for (const [name, documents] of Object.entries(collections))
    await connection.collection(name).insertMany(documents as never);
  const unique = { unique: true, sparse: true };
  await connection.collection('purchases').createIndex({ receiptCode: 1 }, unique);
  await connection
    .collection('purchases')
    .createIndex({ 'grant.holder': 1, 'grant.seq': 1 }, unique);
  // Each practice and each purchase is one.
  for (let writes = 0; writes < all.length + 8; writes += 1) await dieAfter(writes);
}, 60_000);
// Its start runs the migration once more.
const billing = new TestBilling(env);
const { claim, list, restore, resume, statesOf } = billing;

it('the migration gives each purchase one practice, with its times and its code, also after crashes and twice', async () => {
  const before = [await stored('purchases'), await stored('practices')];
  await createPractices.up(connection);
  expect([await stored('purchases'), await stored('practices')]).toEqual(before);
  const opened = before[1]?.map(({ _id, browser }) => [String(_id), browser]);
  const expected = [...new Set(all.map(({ practice }) => practice))];
  expect(opened?.sort()).toEqual(expected.map((name) => [idOf(name), token(name)]).sort());
  for (const { _id, row, practice, grant } of all) {
    const found: mongo.Document = before[0]?.find((each) => _id.equals(each['_id'])) ?? {};
    const isMailed = 'receiptCode' in row;
    expect(found['accessCode']).toBe(isMailed ? row.receiptCode : toAccessCode(KEY, hex({ _id })));
    expect([found['isCodeMailed'] === true, String(found['practice'])]).toEqual([
      isMailed,
      idOf(practice),
    ]);
    const times = [found['grant']?.startsAt, found['grant']?.endsAt];
    expect(times).toEqual([grant?.startsAt, grant?.endsAt]);
    for (const gone of ['receiptCode', 'continues', 'isPayerUnverified', 'formerHolders'])
      expect(found).not.toHaveProperty(gone);
    expect(found).not.toHaveProperty('grant.holder');
  }
});

it('cookies of before the migration open what they have opened, and a moved one nothing', async () => {
  for (const [name, plan] of [
    ['a', 'professional'],
    ['b', 'professional'],
    ['b-old', 'hourly'],
    ['d', 'premium'],
    ['e', 'hourly'],
    ['f-next', 'hourly'],
    ['g', 'hourly'],
  ] as const)
    expect(await claim(token(name))).toMatchObject({ plan, practice: idOf(name) });
  expect(await resume(token('g-next'))).toMatchObject({ practice: idOf('g') });
  expect(Object.values(await statesOf(token('a'))).sort()).toEqual([
    'queued',
    'running',
    'running',
  ]);
  expect(await statesOf(token('h-next'))).toEqual({ [hex(purchases.before)]: 'ended' });
  for (const name of ['f', 'g', 'h']) expect(await list(token(name))).toEqual([]);
  const moved = await billing.buyer(getActivePass, { browser: token('c') });
  expect(moved).toEqual({ pass: null, reason: 'moved' });
});

it('codes of before the migration need the address of the order, where one is known; owners are found as practices', async () => {
  const { hour, refunded } = purchases;
  const restoreBy = ({ row }: typeof hour, more?: { email: string }) =>
    restore({ accessCode: row.receiptCode }, newBrowser(), more);
  expect(await codeOf(restoreBy(hour))).toBe('ADDRESS_REQUIRED');
  expect(await codeOf(restoreBy(hour, { email: 'bala@example.com' }))).toBe('NOT_FOUND');
  expect((await restoreBy(hour, { email: 'asha@example.com' })).id).toBe(hex(hour));
  expect((await restoreBy(refunded)).id).toBe(hex(refunded));

  const rows = users.map((user, index) => [`user:${hex(user)}`, idOf(index === 0 ? 'a' : 'b')]);
  const passes = all.map((each) => [`pass:${hex(each)}`, idOf(each.practice)]);
  const owners = Object.fromEntries([...rows, ...passes]) as Record<string, string>;
  const asked = { owners: [...Object.keys(owners), `pass:${'0'.repeat(24)}`] };
  const { practices } = await billing.buyer(findPractices, asked);
  const found = practices.map(({ owner, practice }) => [owner, practice]);
  expect(Object.fromEntries(found)).toEqual(owners);
});
