import { toObjectId } from '@ctdb/chassis';
import { messagesWithIds, person } from '@ctdb/chassis/testing';
import {
  captureOrder,
  endSession,
  getFactors,
  getReceiptPdf,
  getReceipts,
  listPurchases,
  listSessions,
  type PersonRole,
  removePasskey,
  requestRefund,
} from '@ctdb/contracts';
import { beforeAll, expect, it } from 'vitest';
import { codeOf } from './support/billing.js';
import { newBrowser } from './support/ledger.js';
import { Shop } from './support/shop.js';

const shop = new Shop();

/** A buyer with an order, a plan and its receipt, in a browser where a person with a passkey is signed in. */
const newHolder = async (role: PersonRole) => {
  const browser = newBrowser();
  const { id: orderId } = await shop.approved({ holder: browser });
  const { id: paidOrderId, purchaseId } = await shop.bought({
    holder: browser,
    item: 'premium_monthly',
  });
  const { documents } = await shop.buyer(getReceipts, { id: purchaseId, holder: browser });
  const number = documents[0]?.number ?? '';
  const { id, username } = await shop.join(role);
  const { sessionId = '' } = (await shop.recordOf(await shop.signIn(username))) ?? {};
  const passkeyId = newBrowser();
  const key = { publicKey: 'x', counter: 0, transports: [], name: 'Phone', addedAt: new Date() };
  const passkeys = [{ ...key, id: passkeyId }];
  await shop.users().updateOne({ _id: toObjectId(id) }, { $set: { passkeys } });
  const call = shop.as(person(role, { id, sessionId }));
  return { call, sessionId, passkeyId, browser, orderId, paidOrderId, purchaseId, number };
};
type Holder = Awaited<ReturnType<typeof newHolder>>;

const readAll = async ({ call, browser, orderId }: Holder) => ({
  order: await shop.stateOf(orderId),
  captures: await shop.capturesOf(orderId),
  purchases: await shop.buyer(listPurchases, { holder: browser }),
  sessions: await call(listSessions, {}),
  factors: await call(getFactors, {}),
});

type Attempt = (caller: Holder, ids: Holder) => Promise<unknown>;
const byBuyer =
  (
    message: typeof captureOrder | typeof requestRefund | typeof getReceipts,
    pick: (ids: Holder) => { id: string },
  ): Attempt =>
  ({ browser: holder }, ids) =>
    shop.buyer(message, { ...pick(ids), holder });
const table: [message: string, code: string, attempt: Attempt][] = [
  [captureOrder.name, 'FOREIGN_ORDER', byBuyer(captureOrder, ({ orderId: id }) => ({ id }))],
  [captureOrder.name, 'FOREIGN_ORDER', byBuyer(captureOrder, ({ paidOrderId: id }) => ({ id }))],
  [requestRefund.name, 'NOT_FOUND', byBuyer(requestRefund, ({ purchaseId: id }) => ({ id }))],
  [getReceipts.name, 'NOT_FOUND', byBuyer(getReceipts, ({ purchaseId: id }) => ({ id }))],
  [
    getReceiptPdf.name,
    'NOT_FOUND',
    ({ browser: holder }, { purchaseId: id, number }) =>
      shop.buyer(getReceiptPdf, { id, holder, number, language: 'en' }),
  ],
  [endSession.name, 'NOT_FOUND', ({ call }, { sessionId: id }) => call(endSession, { id })],
  [removePasskey.name, 'NOT_FOUND', ({ call }, { passkeyId: id }) => call(removePasskey, { id })],
];

let holder: Holder;
let others: Holder[];
beforeAll(async () => {
  holder = await newHolder('practitioner');
  others = [await newHolder('practitioner'), await newHolder('owner')];
});

it('objects of another browser or person have a row for each message with an id', () => {
  const covered = new Set(table.map(([message]) => message));
  expect([...covered].sort()).toEqual(messagesWithIds('billing').sort());
});

it.each(table)('%s of others answers %s and changes nothing', async (_message, code, attempt) => {
  const before = await readAll(holder);
  for (const other of others) expect(await codeOf(attempt(other, holder))).toBe(code);
  expect(await readAll(holder)).toEqual(before);
});

it('objects of another browser or person are for their holder: the ids are right', async () => {
  for (const [, , attempt] of table) await attempt(holder, holder);
});
