import { waitUntil } from '@ctdb/chassis/testing';
import { expect, it } from 'vitest';
import { PaypalProvider } from '../src/payments/providers/paypal/paypal.provider.js';
import { newPaypal, newProviderOrder, newRequestId } from './support/paypal.js';

const unavailable = { name: 'ProviderUnavailableError' };

it('PayPal answers too late: the call ends in time, the work may be done afterwards', async () => {
  const { provider, simulator, config } = newPaypal();
  const impatient = new PaypalProvider({ ...config, callTimeoutMs: 500 });
  // It has its access token then.
  await impatient.clientToken();
  const { id } = await provider.createOrder(newProviderOrder(), newRequestId());
  await simulator.approve(id);
  const requestId = newRequestId();
  await simulator.fault({ call: 'captureOrder', kind: 'slow', ms: 2_000 });
  await expect(impatient.captureOrder(id, requestId)).rejects.toMatchObject(unavailable);
  expect((await simulator.ledger()).captures).toEqual([]);
  await waitUntil(async () => (await simulator.ledger()).captures.length === 1);
  expect((await provider.captureOrder(id, requestId)).capture?.status).toBe('COMPLETED');
  expect((await simulator.ledger()).captures).toHaveLength(1);
});

it('the access token is fetched once for calls that begin together, and kept', async () => {
  const { provider, simulator } = newPaypal();
  // A second fetch would fail.
  await simulator.fault({ call: 'token', kind: 'slow', ms: 100 });
  await simulator.fault({ call: 'token', kind: 'error', times: 100 });
  const tokens = await Promise.all(Array.from({ length: 5 }, () => provider.clientToken()));
  expect(new Set(tokens).size).toBe(5);
  expect(await provider.clientToken()).not.toBe('');
});

it.each([
  ['renewed when PayPal withdraws it', 'clientToken', 1, true],
  ['renewed only once: a call that is refused again ends', 'clientToken', 2, false],
  ['asked for again after a failure', 'token', 1, false],
] as const)('the access token is %s', async (_what, call, times, succeeds) => {
  const { provider, simulator } = newPaypal();
  const kind = call === 'token' ? 'error' : 'unauthorized';
  await simulator.fault({ call, kind, times });
  if (!succeeds) await expect(provider.clientToken()).rejects.toMatchObject(unavailable);
  expect(await provider.clientToken()).not.toBe('');
});

it('the access token is not given for a wrong secret', async () => {
  const { simulator, config } = newPaypal();
  await simulator.ledger();
  const wrong = newPaypal({ ...config, clientSecret: 'wrong' }).provider;
  await expect(wrong.clientToken()).rejects.toMatchObject(unavailable);
});
