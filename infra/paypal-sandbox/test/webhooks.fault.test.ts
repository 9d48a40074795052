import { createVerify, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Merchant, createOrder } from './merchant.fixture.ts';
import { Process } from './process.fixture.ts';

interface Delivery {
  headers: IncomingHttpHeaders;
  body: string;
  type: string;
}

const simulator = new Process();
const shop = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const body = Buffer.concat(parts).toString();
    const type = (JSON.parse(body) as { event_type: string }).event_type;
    deliveries.push({ headers: request.headers, body, type });
    response.writeHead(refuse-- > 0 ? 500 : 200).end();
  });
});
let deliveries: Delivery[] = [];
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
const types = () => deliveries.map(({ type }) => type).sort();
const until = async (count: number) => {
  for (let tries = 0; tries < 200 && deliveries.length < count; tries += 1) await sleep(20);
};
const APPROVED = 'CHECKOUT.ORDER.APPROVED';
const COMPLETED = 'PAYMENT.CAPTURE.COMPLETED';

const isGenuine = async ({ headers, body }: Delivery): Promise<boolean> => {
  const path = new URL(String(headers['paypal-cert-url'])).pathname;
  const { text } = await simulator.call('GET', path);
  const id = String(headers['paypal-transmission-id']);
  const signed = `${id}|${String(headers['paypal-transmission-time'])}|HOOK|${crc32(body)}`;
  const signature = String(headers['paypal-transmission-sig']);
  const certificate = new X509Certificate(text);
  const authority = new X509Certificate(
    (await simulator.call('GET', '/v1/notifications/certs/CA')).text,
  );
  expect(certificate.verify(authority.publicKey)).toBe(true);
  return createVerify('RSA-SHA256')
    .update(signed)
    .verify(certificate.publicKey, signature, 'base64');
};

describe('webhooks', () => {
  it('are sent for each event, signed', async () => {
    await merchant.capture(await merchant.approved());
    await until(2);
    expect(types()).toEqual([APPROVED, COMPLETED]);
    for (const delivery of deliveries) expect(await isGenuine(delivery)).toBe(true);
    const [first] = deliveries;
    if (first === undefined) throw new Error('nothing came');
    expect(await isGenuine({ ...first, body: `${first.body} ` })).toBe(false);
  });

  it('are repeated until one is accepted, and not after', async () => {
    refuse = 2;
    await merchant.approved();
    await until(3);
    expect(types()).toEqual([APPROVED, APPROVED, APPROVED]);
    await sleep(700);
    expect(deliveries).toHaveLength(3);
    const { body } = await merchant.control('GET', 'webhooks/events');
    expect(body['events']).toMatchObject([{ type: APPROVED, open: 0 }]);
  });

  it('arrive several times, and in any order, if configured', async () => {
    await merchant.control('POST', 'webhooks/delivery', { copies: 3, shuffle: true });
    await merchant.capture(await merchant.approved());
    await until(6);
    expect(types()).toEqual([
      ...Array<string>(3).fill(APPROVED),
      ...Array<string>(3).fill(COMPLETED),
    ]);
    expect(new Set(deliveries.map(({ body }) => body)).size).toBe(2);
  });

  it('wait while delivery is paused', async () => {
    await merchant.control('POST', 'webhooks/delivery', { paused: true });
    await merchant.approved();
    await sleep(150);
    expect(deliveries).toHaveLength(0);
    await merchant.control('POST', 'webhooks/delivery', {});
    await until(1);
    expect(types()).toEqual([APPROVED]);
  });

  it('of a killed simulator are sent after its restart', async () => {
    await merchant.control('POST', 'webhooks/delivery', { paused: true });
    await merchant.approved();
    await simulator.kill();
    await simulator.start();
    await until(1);
    expect(types()).toEqual([APPROVED]);
    expect(await isGenuine(deliveries[0] as Delivery)).toBe(true);
  });

  it('are sent for held payments, their end, and refunds', async () => {
    const reply = await merchant.capture(await merchant.approved('pending'));
    const id = /"captures":\[{"id":"(\w+)"/.exec(reply.text)?.[1] ?? '';
    await merchant.control('POST', `captures/${id}/release`);
    await merchant.control('POST', `captures/${id}/refund`);
    const denied = await merchant.capture(await merchant.approved('pending'));
    const other = /"captures":\[{"id":"(\w+)"/.exec(denied.text)?.[1] ?? '';
    await merchant.control('POST', `captures/${other}/deny`);
    await until(7);
    expect(types()).toEqual([
      APPROVED,
      APPROVED,
      COMPLETED,
      'PAYMENT.CAPTURE.DENIED',
      'PAYMENT.CAPTURE.PENDING',
      'PAYMENT.CAPTURE.PENDING',
      'PAYMENT.CAPTURE.REFUNDED',
    ]);
  });

  it('can be registered as at PayPal', async () => {
    const other = new Merchant(simulator);
    const input = { url: address(), event_types: [{ name: '*' }] };
    const made = await other.call('POST', '/v1/notifications/webhooks', input);
    expect(made.status).toBe(201);
    const again = await other.call('POST', '/v1/notifications/webhooks', input);
    expect(again.status).toBe(422);
    const { body } = await other.call('GET', '/v1/notifications/webhooks');
    expect(body['webhooks']).toEqual([{ id: made.body['id'], url: address() }]);
    await other.call('POST', '/v2/checkout/orders', createOrder());
    expect(deliveries).toHaveLength(0);
  });
});
