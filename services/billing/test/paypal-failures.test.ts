import { waitUntil } from '@ctdb/chassis/testing';
import { describe, expect, it } from 'vitest';
import { newPaypal, newProviderOrder, newRequestId } from './support/paypal.js';

const unavailable = { name: 'ProviderUnavailableError' };

describe('PayPal in trouble', () => {
  const approvedOrder = async (overrides = {}) => {
    const { provider, simulator } = newPaypal(overrides);
    const { id } = await provider.createOrder(newProviderOrder(), newRequestId());
    await simulator.approve(id);
    return { provider, simulator, id, requestId: newRequestId() };
  };

  it.each([500, 503, 429])('with status %s: nothing is known', async (status) => {
    const { provider, simulator, id, requestId } = await approvedOrder();
    await simulator.fault({ call: 'captureOrder', kind: 'error', status });
    await expect(provider.captureOrder(id, requestId)).rejects.toMatchObject(unavailable);
    expect((await simulator.ledger()).captures).toHaveLength(0);
  });

  it('answering too late: the call ends in time, the work may be done afterwards', async () => {
    const { provider, simulator, id, requestId } = await approvedOrder({ callTimeoutMs: 150 });
    await simulator.fault({ call: 'captureOrder', kind: 'slow', ms: 600 });
    const began = performance.now();
    await expect(provider.captureOrder(id, requestId)).rejects.toMatchObject(unavailable);
    expect(performance.now() - began).toBeLessThan(550);
    await waitUntil(async () => (await simulator.ledger()).captures.length === 1);
    expect((await provider.captureOrder(id, requestId)).capture?.status).toBe('COMPLETED');
    expect((await simulator.ledger()).captures).toHaveLength(1);
  });

  it('away altogether', async () => {
    const { provider } = newPaypal({ baseUrl: 'http://127.0.0.1:9' });
    await expect(provider.getOrder('ANY')).rejects.toMatchObject(unavailable);
  });

  it('saying no for a reason of its own: the reason is kept for the log', async () => {
    const { provider, simulator, id, requestId } = await approvedOrder();
    const issue = 'PAYEE_ACCOUNT_RESTRICTED';
    await simulator.fault({ call: 'captureOrder', kind: 'refuse', issue });
    await expect(provider.captureOrder(id, requestId)).rejects.toMatchObject({
      name: 'ProviderRejectedError',
      code: 'OTHER',
      issue,
    });
  });
});

describe('the access token', () => {
  it('is fetched once for calls that begin together, and kept', async () => {
    const { provider, simulator } = newPaypal();
    // A second fetch would fail.
    await simulator.fault({ call: 'token', kind: 'slow', ms: 100 });
    await simulator.fault({ call: 'token', kind: 'error', times: 100 });
    const tokens = await Promise.all(Array.from({ length: 5 }, () => provider.clientToken()));
    expect(new Set(tokens).size).toBe(5);
    expect(await provider.clientToken()).not.toBe('');
  });

  it('is renewed when PayPal withdraws it', async () => {
    const { provider, simulator } = newPaypal();
    await provider.clientToken();
    await simulator.fault({ call: 'clientToken', kind: 'unauthorized' });
    expect(await provider.clientToken()).not.toBe('');
  });

  it('is renewed only once: a call that is refused again ends', async () => {
    const { provider, simulator } = newPaypal();
    await simulator.fault({ call: 'clientToken', kind: 'unauthorized', times: 2 });
    await expect(provider.clientToken()).rejects.toMatchObject(unavailable);
    expect(await provider.clientToken()).not.toBe('');
  });

  it('is not given for a wrong secret', async () => {
    const { simulator, config } = newPaypal();
    await simulator.ledger();
    const wrong = newPaypal({ ...config, clientSecret: 'wrong' }).provider;
    await expect(wrong.clientToken()).rejects.toMatchObject(unavailable);
  });

  it('is asked for again after a failure', async () => {
    const { provider, simulator } = newPaypal();
    await simulator.fault({ call: 'token', kind: 'error' });
    await expect(provider.clientToken()).rejects.toMatchObject(unavailable);
    expect(await provider.clientToken()).not.toBe('');
  });
});
