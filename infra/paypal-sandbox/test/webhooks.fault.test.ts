import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { Merchant } from './merchant.fixture.ts';
import { Process } from './process.fixture.ts';

const simulator = new Process();
const shop = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(parts).toString()) as { event_type: string };
    deliveries.push(body.event_type);
    response.writeHead(refuse-- > 0 ? 500 : 200).end();
  });
});
let deliveries: string[] = [];
let refuse = 0;
let merchant: Merchant;

beforeAll(async () => {
  await simulator.start();
  shop.listen(0, '127.0.0.1');
  await once(shop, 'listening');
});
afterAll(async () => {
  await simulator.end();
  shop.close();
});
beforeEach(async () => {
  deliveries = [];
  refuse = 0;
  merchant = new Merchant(simulator);
  await merchant.control('POST', 'webhooks', { id: 'HOOK', url: address() });
});

const address = () => `http://127.0.0.1:${(shop.address() as AddressInfo).port}/hook`;
const types = () => [...deliveries].sort();
const until = async (count: number) => {
  for (let tries = 0; tries < 200 && deliveries.length < count; tries += 1) await sleep(20);
};
const APPROVED = 'CHECKOUT.ORDER.APPROVED';
const COMPLETED = 'PAYMENT.CAPTURE.COMPLETED';

it('webhooks are sent for each event', async () => {
  await merchant.capture(await merchant.approved());
  await until(2);
  expect(types()).toEqual([APPROVED, COMPLETED]);
});

it('webhooks are repeated until one is accepted', async () => {
  refuse = 2;
  await merchant.approved();
  await until(3);
  const isSettled = async () => {
    const { body } = await merchant.control('GET', 'webhooks/events');
    return (body['events'] as { open: number }[]).every(({ open }) => open === 0);
  };
  while (!(await isSettled())) await sleep(10);
  expect(types()).toEqual([APPROVED, APPROVED, APPROVED]);
});

it('webhooks wait while delivery is paused, and are sent though the simulator was killed', async () => {
  await merchant.control('POST', 'webhooks/delivery', { paused: true });
  await merchant.capture(await merchant.approved());
  await simulator.kill();
  expect(deliveries).toHaveLength(0);
  await simulator.start();
  await until(2);
  expect(types()).toEqual([APPROVED, COMPLETED]);
  // What it has answered is done.
  expect((await merchant.ledger()).captures).toHaveLength(1);
});
