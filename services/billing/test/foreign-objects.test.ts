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
  revealAccessCode,
} from '@ctdb/contracts';
import { beforeAll, expect, it } from 'vitest';
import { codeOf } from './support/billing.js';
import { newBrowser } from './support/ledger.js';
import { Shop } from './support/shop.js';

const shop = new Shop();

/** A buyer with an order, a plan and its receipt, in a browser where a person with a passkey is signed in. */
const newBuyer = async (role: PersonRole) => {
  const browser = newBrowser();
  const { id: orderId } = await shop.approved({ browser });
  const { id: paidOrderId, purchaseId } = await shop.bought({
    browser,
    item: 'premium_monthly',
  });
  const { documents } = await shop.buyer(getReceipts, { id: purchaseId, browser });
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
type Buyer = Awaited<ReturnType<typeof newBuyer>>;

const readAll = async ({ call, browser, orderId }: Buyer) => ({
  order: await shop.stateOf(orderId),
  captures: await shop.capturesOf(orderId),
  purchases: await shop.buyer(listPurchases, { browser }),
  sessions: await call(listSessions, {}),
  factors: await call(getFactors, {}),
});

type Attempt = (caller: Buyer, ids: Buyer) => Promise<unknown>;
const byBuyer =
  (
    message: typeof captureOrder | typeof getReceipts,
    pick: (ids: Buyer) => { id: string },
  ): Attempt =>
  ({ browser }, ids) =>
    shop.buyer(message, { ...pick(ids), browser });
/** The same for messages that name it `orderId`. */
const byOrderId =
  (message: typeof requestRefund | typeof revealAccessCode): Attempt =>
  ({ browser }, { purchaseId: orderId }) =>
    shop.buyer(message, { orderId, browser });
const table: [message: string, code: string, attempt: Attempt][] = [
  [captureOrder.name, 'FOREIGN_ORDER', byBuyer(captureOrder, ({ orderId: id }) => ({ id }))],
  [captureOrder.name, 'FOREIGN_ORDER', byBuyer(captureOrder, ({ paidOrderId: id }) => ({ id }))],
  [requestRefund.name, 'NOT_FOUND', byOrderId(requestRefund)],
  [revealAccessCode.name, 'NOT_FOUND', byOrderId(revealAccessCode)],
  [getReceipts.name, 'NOT_FOUND', byBuyer(getReceipts, ({ purchaseId: id }) => ({ id }))],
  [
    getReceiptPdf.name,
    'NOT_FOUND',
    ({ browser }, { purchaseId: id, number }) =>
      shop.buyer(getReceiptPdf, { id, browser, number, language: 'en' }),
  ],
  [endSession.name, 'NOT_FOUND', ({ call }, { sessionId: id }) => call(endSession, { id })],
  [removePasskey.name, 'NOT_FOUND', ({ call }, { passkeyId: id }) => call(removePasskey, { id })],
];

let buyer: Buyer;
let others: Buyer[];
beforeAll(async () => {
  buyer = await newBuyer('practitioner');
  others = [await newBuyer('practitioner'), await newBuyer('owner')];
});

it('objects of another browser or person have a row for each message with an id', () => {
  const covered = new Set(table.map(([message]) => message));
  expect([...covered].sort()).toEqual(messagesWithIds('billing').sort());
});

it.each(table)('%s of others answers %s and changes nothing', async (_message, code, attempt) => {
  const before = await readAll(buyer);
  for (const other of others) expect(await codeOf(attempt(other, buyer))).toBe(code);
  expect(await readAll(buyer)).toEqual(before);
});

it('objects of another browser or person are for those who have them: the ids are right', async () => {
  for (const [, , attempt] of table) await attempt(buyer, buyer);
});
