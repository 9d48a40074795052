import {
  anonymous,
  emptyRedis,
  type RpcCaller,
  rpcCallers,
  ServiceProcess,
  testMailServer,
  waitUntil,
} from '@ctdb/chassis/testing';
import { captureOrder, claimPasses, createOrder } from '@ctdb/contracts';
import { beforeAll, expect, it } from 'vitest';
import { billingEnv } from './support/billing.js';
import { getPrice, newBrowser } from './support/ledger.js';
import { PaypalSimulator } from './support/paypal.js';

const simulator = new PaypalSimulator();
const server = testMailServer();
const env = billingEnv({ ...simulator.env });
const billing = new ServiceProcess(env, 'billing/src/main.ts', {
  preload: 'billing/test/support/short-intervals.ts',
});
let call: RpcCaller;
let last = 0;

beforeAll(async () => {
  call = (await rpcCallers(env))(anonymous);
  await billing.start();
  const reaches = () => call(claimPasses, { holder: newBrowser() }).then(() => true);
  await waitUntil(() => reaches().catch(() => false), 'billing takes no messages', 30_000);
}, 90_000);

/** An hour that its buyer has agreed to pay for, by an address. */
const agreed = async () => {
  const email = `buyer-${(last += 1)}@example.com`;
  const holder = newBrowser();
  const price = { amount: getPrice('hourly'), currency: 'USD', intent: 'CAPTURE' };
  const request = { ...price, holder, returnOrigin: 'http://localhost:8080' };
  const { id } = await call(createOrder, request);
  await simulator.approve(id, 'pay', email);
  return { email, pay: () => call(captureOrder, { id, holder }) };
};
const sentTo = (to: string) => server.mails.filter(({ receiver }) => receiver === to);

it('sends a mail although billing is killed after the payment, and Redis loses all', async () => {
  await server.stop();
  const { email, pay } = await agreed();
  expect((await pay()).status).toBe('COMPLETED');
  await billing.kill();
  await emptyRedis(env);
  await server.start();
  await billing.start();
  await waitUntil(() => sentTo(email).length === 1, 'the receipt is lost', 60_000);
}, 150_000);

it('sends a mail again, under the same id, if it is killed before it knows that it was taken', async () => {
  let killed: Promise<unknown> | undefined;
  server.beforeTaken = async () => {
    await (killed ??= billing.kill());
  };
  const { email, pay } = await agreed();
  // The kill may come before the answer.
  void pay().catch(() => undefined);
  await waitUntil(() => sentTo(email).length === 1, 'the receipt is not sent', 60_000);
  await billing.start();
  await waitUntil(() => sentTo(email).length === 2, 'the receipt is not sent again', 60_000);
  expect(new Set(sentTo(email).map(({ messageId }) => messageId)).size).toBe(1);
}, 150_000);
