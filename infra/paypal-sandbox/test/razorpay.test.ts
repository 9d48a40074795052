import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Merchant } from './merchant.fixture.ts';
import { Process } from './process.fixture.ts';

const simulator = Process.running();
const account = `rzp_test_${randomBytes(8).toString('hex')}`;
const merchant = new Merchant(simulator, `${account}:secret`);

const call = (method: string, path: string, body?: unknown) =>
  simulator.call(method, path, {
    headers: { authorization: merchant.basic, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const open = (reference_id: string, changes: object = {}) =>
  call('POST', '/v1/payment_links', {
    amount: 79_900,
    reference_id,
    description: 'ಬಣ್ಣ ಚಿಕಿತ್ಸೆ',
    callback_url: 'http://shop.example/razorpay/return',
    callback_method: 'get',
    ...changes,
  });
const page = (id: string, form?: Record<string, string>) =>
  simulator.call(
    form ? 'POST' : 'GET',
    `/rzp/${id}`,
    form ? { body: new URLSearchParams(form) } : {},
  );

describe('a payment link', () => {
  it('is one for each reference', async () => {
    const { body } = await open('first');
    expect(await open('first')).toMatchObject({
      status: 400,
      body: { error: { code: 'BAD_REQUEST_ERROR' } },
    });
    const found = await call('GET', '/v1/payment_links?reference_id=first');
    expect(found.body['payment_links']).toMatchObject([{ id: body['id'], status: 'created' }]);
  });

  it('is paid on its page, which asks again after a failure and leads back with a signature', async () => {
    const id = String((await open('paid')).body['id']);
    expect((await page(id)).text).toContain('<html lang="kn">');
    const invalid = await page(id, { choice: 'pay', vpa: 'not-an-address' });
    expect([invalid.status, invalid.text.includes('aria-invalid="true"')]).toEqual([400, true]);
    const failed = await page(id, { choice: 'decline', vpa: 'asha@okbank' });
    expect([failed.status, failed.text.includes('role="alert"')]).toEqual([200, true]);
    const paid = await page(id, { choice: 'pay', vpa: 'asha@okbank' });
    expect(paid.status).toBe(303);
    const { searchParams } = new URL(paid.headers.get('location') ?? '');
    const signed = ['link_id', 'link_reference_id', 'link_status', 'id'].map((name) =>
      searchParams.get(`razorpay_payment_${name}`),
    );
    expect(signed.slice(0, 3)).toEqual([id, 'paid', 'paid']);
    const signature = createHmac('sha256', 'secret').update(signed.join('|')).digest('hex');
    expect(searchParams.get('razorpay_signature')).toBe(signature);
    const again = await page(id, { choice: 'pay', vpa: 'asha@okbank' });
    expect([again.status, again.text.includes('<form')]).toEqual([200, false]);
  });

  it('is seen by its own account alone', async () => {
    const id = String((await open('own')).body['id']);
    const stranger = new Merchant(simulator, `${account}-2:other`);
    const headers = { authorization: stranger.basic };
    expect((await simulator.call('GET', `/v1/payment_links/${id}`, { headers })).status).toBe(400);
    const wrong = { authorization: new Merchant(simulator, `${account}:wrong`).basic };
    expect(
      (await simulator.call('GET', `/v1/payment_links/${id}`, { headers: wrong })).status,
    ).toBe(401);
  });
});
