import { setTimeout as pause } from 'node:timers/promises';
import {
  admin,
  anonymous,
  emptyRedis,
  killRounds,
  type RpcCaller,
  rpcCallers,
  seededRandom,
  ServiceProcess,
  testMailServer,
  waitUntil,
} from '@ctdb/chassis/testing';
import { captureOrder, claimPasses, createOrder, exportReceipts } from '@ctdb/contracts';
import { beforeAll, expect, it } from 'vitest';
import { numberFaults } from './histories/oracle.js';
import { billingEnv } from './support/billing.js';
import { getPrice, newBrowser } from './support/ledger.js';
import { PaypalSimulator } from './support/paypal.js';

const KILLS = killRounds(3);
const BUYERS = 3;
const simulator = new PaypalSimulator();
const server = testMailServer();
const env = billingEnv({ ...simulator.env, RECONCILE_SECONDS: '1', PAYMENT_LEASE_MS: '1500' });
const billing = new ServiceProcess(env, 'billing/dist/testing/main.program.js');
const random = seededRandom();
let call: RpcCaller;
let callAsAdmin: RpcCaller;

const start = async (): Promise<void> => {
  await billing.start();
  // It says that it runs a moment before messages reach it.
  const reaches = () => call(claimPasses, { browser: newBrowser() }).then(() => true);
  await waitUntil(() => reaches().catch(() => false), 'billing takes no messages', 30_000);
};

beforeAll(async () => {
  const as = await rpcCallers(env);
  call = as(anonymous);
  callAsAdmin = as(admin());
  await start();
}, 90_000);

interface Bought {
  browser: string;
  id: string;
  email: string;
  /** A capture was answered with `COMPLETED`. */
  isConfirmed: boolean;
}

/** An hour that its buyer has agreed to pay for. */
const order = async (): Promise<Bought> => {
  const browser = newBrowser();
  const email = `${browser.slice(0, 12)}@example.com`;
  const price = { amount: getPrice('hourly'), currency: 'USD', intent: 'CAPTURE' };
  const request = { ...price, browser, returnOrigin: 'http://localhost:8080' };
  const { id } = await call(createOrder, request);
  await simulator.approve(id, 'pay', email);
  return { browser, id, email, isConfirmed: false };
};

const capture = async (bought: Bought, deadlineMs: number): Promise<void> => {
  const { id, browser } = bought;
  const answer = call(captureOrder, { id, browser }, { deadlineMs });
  const { status } = await answer.catch(() => ({ status: undefined }));
  if (status === 'COMPLETED') bought.isConfirmed = true;
};
const sentTo = ({ email }: Bought) => server.mails.filter(({ receiver }) => receiver === email);

it(`billing that is killed ${KILLS} times while money moves: one charge, one pass, one receipt, its mail, nothing stuck`, async () => {
  const all: Bought[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const buyers = await Promise.all(Array.from({ length: BUYERS }, order));
    all.push(...buyers);
    const captures = Promise.all(buyers.map((buyer) => capture(buyer, 4_000)));
    await pause(random(121));
    await billing.kill();
    await Promise.all([captures, start()]);
  }
  // Some buyers come back, the others' payments are the reconciler's.
  const returning = all.filter((_, index) => index % 2 === 0);
  await Promise.all(returning.map((buyer) => capture(buyer, 20_000)));
  for (const { isConfirmed } of returning) expect(isConfirmed).toBe(true);

  const passOf = async ({ browser }: Bought) => (await call(claimPasses, { browser })).pass;
  const charged = async () =>
    new Map((await simulator.ledger()).captures.map(({ orderId, status }) => [orderId, status]));
  const isAllOpen = async () => {
    const captures = await charged();
    const paid = all.filter(({ id }) => captures.has(id));
    return (await Promise.all(paid.map(passOf))).every((pass) => pass !== null);
  };
  await waitUntil(isAllOpen, 'money was taken and there is no access', 30_000);
  const month = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 7);
  const receiptsOf = async () =>
    (await callAsAdmin(exportReceipts, { month })).text.trimEnd().split('\r\n').slice(1);
  const { captures, refunds } = await simulator.ledger();
  const isAllWritten = async () => (await receiptsOf()).length >= captures.length;
  await waitUntil(isAllWritten, 'a payment has no receipt', 30_000);
  const receipts = (await receiptsOf()).map((row) => row.slice(1, -1).split('","'));
  expect(receipts.map((row) => row.at(-1)).sort()).toEqual(captures.map(({ id }) => id).sort());
  expect(numberFaults(receipts.map(([number = '']) => number))).toEqual([]);
  expect(refunds).toEqual([]);
  expect(new Set(captures.map(({ orderId }) => orderId)).size).toBe(captures.length);
  const taken = await charged();
  for (const bought of all) {
    if (bought.isConfirmed) expect(taken.get(bought.id)).toBe('COMPLETED');
    if (!taken.has(bought.id)) expect(await passOf(bought)).toBeNull();
    else await waitUntil(() => sentTo(bought).length > 0, 'a receipt is not mailed', 30_000);
  }
}, 400_000);

it('billing that is killed before it knows that a mail was taken, after Redis lost all: it is sent again, under the same id', async () => {
  await server.stop();
  const bought = await order();
  await capture(bought, 20_000);
  expect(bought.isConfirmed).toBe(true);
  await emptyRedis(env);
  let killed: Promise<unknown> | undefined;
  server.beforeTaken = async () => {
    await (killed ??= billing.kill());
  };
  await server.start();
  await waitUntil(() => sentTo(bought).length === 1, 'the receipt is lost', 60_000);
  await emptyRedis(env);
  await start();
  await waitUntil(() => sentTo(bought).length === 2, 'the receipt is not sent again', 60_000);
  expect(new Set(sentTo(bought).map(({ messageId }) => messageId)).size).toBe(1);
}, 150_000);
