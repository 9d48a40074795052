import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { Merchant } from './merchant.fixture.ts';
import { Process } from './process.fixture.ts';

const simulator = Process.running();
const account = `rzp_test_${randomBytes(8).toString('hex')}`;
const merchant = new Merchant(simulator, `${account}:secret`);

const open = async (reference_id: string) => {
  const link = {
    amount: 79_900,
    reference_id,
    description: 'ಬಣ್ಣ ಚಿಕಿತ್ಸೆ',
    callback_url: 'http://shop.example/razorpay/return',
    callback_method: 'get',
  };
  const { body } = await simulator.call('POST', '/v1/payment_links', {
    headers: { authorization: merchant.basic, 'content-type': 'application/json' },
    body: JSON.stringify(link),
  });
  return String(body['id']);
};
const answer = (id: string, choice: string, vpa = 'asha@okbank') =>
  simulator.call('POST', `/rzp/${id}`, { body: new URLSearchParams({ choice, vpa }) });

it('a payment link is paid on its page, which asks again after a failure, and once paid shows no form', async () => {
  const id = await open('paid');
  const invalid = await answer(id, 'pay', 'not-an-address');
  expect([invalid.status, invalid.text.includes('aria-invalid="true"')]).toEqual([400, true]);
  const failed = await answer(id, 'decline');
  expect([failed.status, failed.text.includes('role="alert"')]).toEqual([200, true]);
  const paid = await answer(id, 'pay');
  expect(paid.status).toBe(303);
  const again = await answer(id, 'pay');
  expect([again.status, again.text.includes('<form')]).toEqual([200, false]);
});

it('a payment link is seen by its own account alone', async () => {
  const id = await open('own');
  const statusFor = async (credentials: string) => {
    const headers = { authorization: new Merchant(simulator, credentials).basic };
    return (await simulator.call('GET', `/v1/payment_links/${id}`, { headers })).status;
  };
  expect(await statusFor(`${account}-2:other`)).toBe(400);
  expect(await statusFor(`${account}:wrong`)).toBe(401);
});
