import {
  anonymous,
  emptyRedis,
  type RpcCaller,
  rpcCallers,
  testMailServer,
  waitUntil,
} from '@ctdb/chassis/testing';
import { captureOrder, claimPasses, createOrder } from '@ctdb/contracts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { BillingProcess } from './support/billing-process.js';
import { billingEnv } from './support/billing.js';
import { getPrice, newBrowser } from './support/ledger.js';
import { PaypalSimulator } from './support/paypal.js';

const simulator = new PaypalSimulator();
const server = testMailServer();
const env = billingEnv({ ...simulator.env });
const billing = new BillingProcess();
let call: RpcCaller;
let last = 0;

beforeAll(async () => {
  call = (await rpcCallers(env))(anonymous);
});
beforeEach(async () => {
  await billing.start();
  const reaches = () => call(claimPasses, { holder: newBrowser() }).then(() => true);
  await waitUntil(() => reaches().catch(() => false), 'billing takes no messages', 30_000);
}, 90_000);
afterAll(() => billing.kill());

/** Buys an hour; returns the address that paid. */
const buy = async (): Promise<string> => {
  const email = `buyer-${(last += 1)}@example.com`;
  const holder = newBrowser();
  const price = { amount: getPrice('hourly'), currency: 'USD', intent: 'CAPTURE' };
  const request = { ...price, holder, returnOrigin: 'http://localhost:8080' };
  const { id } = await call(createOrder, request);
  await simulator.approve(id, 'pay', email);
  const outcome = await call(captureOrder, { id, holder });
  expect(outcome.status).toBe('COMPLETED');
  return email;
};
const sentTo = (to: string) => server.mails.filter(({ receiver }) => receiver === to);

it('sends a mail although billing is killed after the payment, and Redis loses all', async () => {
  await server.stop();
  const email = await buy();
  await billing.kill();
  await emptyRedis(env);
  await server.start();
  await billing.start();
  await waitUntil(() => sentTo(email).length === 1, 'the receipt is lost', 60_000);
  await billing.kill();
}, 150_000);

it('sends a mail again, under the same id, if it is killed before it knows that it was taken', async () => {
  let killed: Promise<void> | undefined;
  server.beforeTaken = () => (killed ??= billing.kill());
  const email = await buy();
  await waitUntil(() => sentTo(email).length === 1, 'the receipt is not sent', 60_000);
  await billing.start();
  await waitUntil(() => sentTo(email).length === 2, 'the receipt is not sent again', 60_000);
  expect(new Set(sentTo(email).map(({ messageId }) => messageId)).size).toBe(1);
}, 150_000);
