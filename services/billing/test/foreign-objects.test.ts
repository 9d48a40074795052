import { MONGO, toObjectId } from '@ctdb/chassis';
import { messagesWithIds, person, rpcCallers } from '@ctdb/chassis/testing';
import {
  accessKeys,
  captureOrder,
  endSession,
  getFactors,
  getReceiptPdf,
  getReceipts,
  invitePerson,
  listPurchases,
  listSessions,
  type PersonRole,
  removePasskey,
  requestRefund,
  sessionRecord,
  setPasswordByLink,
  signIn,
} from '@ctdb/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Connection } from 'mongoose';
import { hashToken } from '../src/accounts/tokens.js';
import { errorOf, freshAddress } from './support/billing.js';
import { newBrowser } from './support/ledger.js';
import { Shop } from './support/shop.js';
import { PASSWORD } from './support/team.js';

const shop = new Shop({ RECONCILE_SECONDS: '3600' });
let as: Awaited<ReturnType<typeof rpcCallers>>;
beforeAll(async () => {
  as = await rpcCallers(shop.env);
}, 60_000);

const users = () => shop.service.get<Connection>(MONGO).collection('users');

/** A person with a session and a passkey. */
const newPerson = async (role: PersonRole) => {
  const { buyer, redis } = shop;
  const owner = await users().findOne({ usernameKey: 'admin' });
  const passkeyId = newBrowser();
  const username = `person-${passkeyId.slice(0, 8)}`;
  const asOwner = as(person('owner', { id: String(owner?._id) }));
  const { id, token: link } = await asOwner(invitePerson, { username, role });
  await buyer(setPasswordByLink, { token: link, password: PASSWORD });
  const credentials = { username, password: PASSWORD };
  const { token } = await buyer(signIn, { ...credentials, address: freshAddress() });
  const record = await redis.get(accessKeys.session(hashToken(token)));
  const { sessionId } = sessionRecord.parse(JSON.parse(record ?? ''));
  const key = { publicKey: 'x', counter: 0, transports: [], name: 'Phone', addedAt: new Date() };
  const passkeys = [{ ...key, id: passkeyId }];
  await users().updateOne({ _id: toObjectId(id) }, { $set: { passkeys } });
  return { call: as(person(role, { id, sessionId })), sessionId, passkeyId };
};

/** Someone with an order, a plan and its receipt, in a browser where a person is signed in. */
const newHolder = async (role: PersonRole) => {
  const browser = newBrowser();
  const orderId = await shop.approved(browser);
  const { id: paidOrderId, purchaseId } = await shop.bought(browser, 'premium_monthly');
  const { documents } = await shop.buyer(getReceipts, { id: purchaseId, holder: browser });
  const number = documents[0]?.number ?? '';
  return { ...(await newPerson(role)), browser, orderId, paidOrderId, purchaseId, number };
};
type Holder = Awaited<ReturnType<typeof newHolder>>;

const readAll = async ({ call, browser, orderId }: Holder) => ({
  order: (await shop.stored(orderId)).state,
  captures: (await shop.simulator.ledger()).captures.filter((one) => one.orderId === orderId),
  purchases: await shop.buyer(listPurchases, { holder: browser }),
  sessions: await call(listSessions, {}),
  factors: await call(getFactors, {}),
});

type Attempt = (caller: Holder, ids: Holder) => Promise<unknown>;
const table: [message: string, code: string, attempt: Attempt][] = [
  [
    captureOrder.name,
    'FOREIGN_ORDER',
    ({ browser: holder }, { orderId: id }) => shop.buyer(captureOrder, { id, holder }),
  ],
  [
    captureOrder.name,
    'FOREIGN_ORDER',
    ({ browser: holder }, { paidOrderId: id }) => shop.buyer(captureOrder, { id, holder }),
  ],
  [
    requestRefund.name,
    'NOT_FOUND',
    ({ browser: holder }, { purchaseId: id }) => shop.buyer(requestRefund, { id, holder }),
  ],
  [
    getReceipts.name,
    'NOT_FOUND',
    ({ browser: holder }, { purchaseId: id }) => shop.buyer(getReceipts, { id, holder }),
  ],
  [
    getReceiptPdf.name,
    'NOT_FOUND',
    ({ browser: holder }, { purchaseId: id, number }) =>
      shop.buyer(getReceiptPdf, { id, holder, number, language: 'en' }),
  ],
  [endSession.name, 'NOT_FOUND', ({ call }, { sessionId: id }) => call(endSession, { id })],
  [removePasskey.name, 'NOT_FOUND', ({ call }, { passkeyId: id }) => call(removePasskey, { id })],
];

describe('objects of another browser or person', () => {
  it('have a row for each message with an id', () => {
    const covered = new Set(table.map(([message]) => message));
    expect([...covered].sort()).toEqual(messagesWithIds('billing').sort());
  });

  it.each(table)('%s answers %s, and changes nothing', async (_message, code, attempt) => {
    const holder = await newHolder('practitioner');
    const before = await readAll(holder);
    for (const role of ['practitioner', 'owner'] as const) {
      const refused = await errorOf(attempt(await newHolder(role), holder));
      expect(refused.code).toBe(code);
      expect(await readAll(holder)).toEqual(before);
    }
    // The ids are right: the holder may.
    await attempt(holder, holder);
  });
});
