import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getIssue, Merchant, createOrder } from './merchant.fixture.ts';
import { Process } from './process.fixture.ts';

const simulator = new Process();
beforeAll(() => simulator.start());
afterAll(() => simulator.end());

describe('tokens', () => {
  it('are needed, and are those of one account', async () => {
    expect((await simulator.call('GET', '/v2/checkout/orders/ANY')).status).toBe(401);
    const one = new Merchant(simulator);
    const { body } = await one.call('POST', '/v2/checkout/orders', createOrder());
    const path = `/v2/checkout/orders/${String(body['id'])}`;
    expect((await one.call('GET', path)).status).toBe(200);
    const stranger = await new Merchant(simulator).call('GET', path);
    expect(stranger.status).toBe(404);
    expect(getIssue(stranger)).toBe('INVALID_RESOURCE_ID');
  });

  it('are not given for another secret than the first', async () => {
    await new Merchant(simulator, 'known:right').token();
    const headers = new Merchant(simulator, 'known:wrong').basic;
    const reply = await simulator.call('POST', '/v1/oauth2/token', {
      headers: { authorization: headers },
      body: 'grant_type=client_credentials',
    });
    expect(reply.status).toBe(401);
    expect(reply.body['error']).toBe('invalid_client');
  });

  it('end when a test says so', async () => {
    const merchant = new Merchant(simulator);
    await merchant.call('POST', '/v2/checkout/orders', createOrder());
    await merchant.control('POST', 'tokens/revoke');
    expect((await merchant.call('GET', '/v2/checkout/orders/ANY')).status).toBe(401);
  });

  it('are made for browsers too', async () => {
    const { body } = await new Merchant(simulator).call('POST', '/v1/identity/generate-token', {});
    expect(String(body['client_token']).length).toBeGreaterThan(100);
  });
});

describe('orders', () => {
  const merchant = new Merchant(simulator);

  it.each([
    ['the intent', { ...createOrder(), intent: 'AUTHORIZE' }, '/intent'],
    ['no purchase', { ...createOrder(), purchase_units: [] }, '/purchase_units'],
    [
      'an amount',
      createOrder({ amount: { currency_code: 'USD', value: '9.9' } }),
      '/purchase_units/0/amount/value',
    ],
  ])('are refused where they are malformed: %s', async (_what, order, field) => {
    const reply = await merchant.call('POST', '/v2/checkout/orders', order);
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({
      name: 'INVALID_REQUEST',
      debug_id: expect.any(String),
      details: [{ issue: 'INVALID_PARAMETER_VALUE', field }],
    });
  });

  it('are refused in rupees and for nothing', async () => {
    const inRupees = createOrder({ amount: { currency_code: 'INR', value: '799.00' } });
    const rupees = await merchant.call('POST', '/v2/checkout/orders', inRupees);
    expect([rupees.status, getIssue(rupees)]).toEqual([422, 'CURRENCY_NOT_SUPPORTED']);
    const free = createOrder({ amount: { currency_code: 'USD', value: '0.00' } });
    const nothing = await merchant.call('POST', '/v2/checkout/orders', free);
    expect(getIssue(nothing)).toBe('CANNOT_BE_ZERO_OR_NEGATIVE');
  });

  it('are returned in short unless the client asks for the whole', async () => {
    const short = await merchant.call('POST', '/v2/checkout/orders', createOrder());
    expect(Object.keys(short.body)).toEqual(['id', 'status', 'links']);
    const prefer = { prefer: 'return=representation' };
    const whole = await merchant.call('POST', '/v2/checkout/orders', createOrder(), prefer);
    expect(whole.body['purchase_units']).toMatchObject([{ custom_id: 'ours' }]);
  });

  it('are not captured without their buyer', async () => {
    const { body } = await merchant.call('POST', '/v2/checkout/orders', createOrder());
    const reply = await merchant.capture(String(body['id']));
    expect([reply.status, getIssue(reply)]).toEqual([422, 'ORDER_NOT_APPROVED']);
  });

  it('of an invoice that is paid are not captured', async () => {
    const order = createOrder({ invoice_id: 'INV-1' });
    expect((await merchant.capture(await merchant.approved('pay', order))).status).toBe(201);
    const second = await merchant.capture(await merchant.approved('pay', order));
    expect([second.status, getIssue(second)]).toEqual([422, 'DUPLICATE_INVOICE_ID']);
  });
});

describe('request ids', () => {
  const merchant = new Merchant(simulator);

  it('make a capture once, also when many ask at the same time', async () => {
    const id = await merchant.approved();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => merchant.capture(id, 'same')),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
    expect((await merchant.ledger()).captures.filter((one) => one['orderId'] === id)).toHaveLength(
      1,
    );
  });

  it('repeat a decline, but not that the buyer was missing', async () => {
    const { body } = await merchant.call('POST', '/v2/checkout/orders', createOrder());
    const id = String(body['id']);
    expect(getIssue(await merchant.capture(id, 'early'))).toBe('ORDER_NOT_APPROVED');
    await merchant.control('POST', `orders/${id}/approve`, { choice: 'decline' });
    expect(getIssue(await merchant.capture(id, 'declined'))).toBe('INSTRUMENT_DECLINED');
    await merchant.control('POST', `orders/${id}/approve`, { choice: 'pay' });
    expect(getIssue(await merchant.capture(id, 'declined'))).toBe('INSTRUMENT_DECLINED');
    expect((await merchant.capture(id, 'early')).status).toBe(201);
  });

  it('are forgotten after six hours', async () => {
    const id = await merchant.approved();
    expect((await merchant.capture(id, 'old')).status).toBe(201);
    await merchant.control('POST', 'clock', { advanceMs: 6 * 3_600_000 - 60_000 });
    expect((await merchant.capture(id, 'old')).status).toBe(200);
    await merchant.control('POST', 'clock', { advanceMs: 60_001 });
    expect(getIssue(await merchant.capture(id, 'old'))).toBe('ORDER_ALREADY_CAPTURED');
  });

  it('return the current state', async () => {
    const id = await merchant.approved('pending');
    const first = await merchant.capture(id, 'held');
    const captures = (text: string) => /"captures":\[{"id":"(\w+)","status":"(\w+)"/.exec(text);
    expect(captures(first.text)?.[2]).toBe('PENDING');
    await merchant.control('POST', `captures/${captures(first.text)?.[1] ?? ''}/release`);
    expect(captures((await merchant.capture(id, 'held')).text)?.[2]).toBe('COMPLETED');
  });
});

describe('refunds', () => {
  const merchant = new Merchant(simulator);
  const paid = async (choice = 'pay') => {
    const { text } = await merchant.capture(await merchant.approved(choice));
    return /"captures":\[{"id":"(\w+)"/.exec(text)?.[1] ?? '';
  };
  const refund = (id: string, body: unknown = {}) =>
    merchant.call('POST', `/v2/payments/captures/${id}/refund`, body);

  it('give back in parts, and never more than was paid', async () => {
    const id = await paid();
    const part = { amount: { currency_code: 'USD', value: '4.00' } };
    const first = await refund(id, part);
    expect(first.body['status']).toBe('COMPLETED');
    const status = async () =>
      (await merchant.call('GET', `/v2/payments/captures/${id}`)).body['status'];
    expect(await status()).toBe('PARTIALLY_REFUNDED');
    expect(getIssue(await refund(id, { amount: { currency_code: 'USD', value: '6.00' } }))).toBe(
      'REFUND_AMOUNT_EXCEEDED',
    );
    const rest = await refund(id);
    expect(await status()).toBe('REFUNDED');
    const path = `/v2/payments/refunds/${String(rest.body['id'])}`;
    expect((await merchant.call('GET', path)).body['amount']).toEqual({
      currency_code: 'USD',
      value: '5.99',
    });
    expect(getIssue(await refund(id))).toBe('CAPTURE_FULLY_REFUNDED');
  });

  it('are refused where nothing was paid yet, or at all', async () => {
    expect(getIssue(await refund(await paid('pending')))).toBe('PENDING_CAPTURE');
    expect(getIssue(await refund(await paid('declineCapture')))).toBe('REFUND_NOT_ALLOWED');
    expect((await refund('NONE')).status).toBe(404);
  });
});

describe('faults', () => {
  it('apply the given number of times, and to one account only', async () => {
    const merchant = new Merchant(simulator);
    await merchant.control('POST', 'faults', { call: 'createOrder', kind: 'error', times: 2 });
    const create = (one: Merchant) => one.call('POST', '/v2/checkout/orders', createOrder());
    expect((await create(new Merchant(simulator))).status).toBe(201);
    const statuses = [];
    for (let tries = 0; tries < 3; tries += 1) statuses.push((await create(merchant)).status);
    expect(statuses).toEqual([503, 503, 201]);
  });

  it('may cut the connection after the money was taken', async () => {
    const merchant = new Merchant(simulator);
    const id = await merchant.approved();
    await merchant.control('POST', 'faults', { call: 'captureOrder', kind: 'lostReply' });
    await expect(merchant.capture(id)).rejects.toThrow('fetch failed');
    expect((await merchant.ledger()).captures).toHaveLength(1);
  });

  it('with unknown ids are refused', async () => {
    const merchant = new Merchant(simulator);
    const reply = await merchant.control('POST', 'faults', {
      call: 'captureOrder',
      kind: 'magic',
    });
    expect(reply.status).toBe(400);
  });
});

describe('the lists', () => {
  const transactions = (merchant: Merchant, query = '', end = '2026-01-31') => {
    const period = `start_date=2026-01-01T00:00:00Z&end_date=${end}T00:00:00Z`;
    return merchant.call('GET', `/v1/reporting/transactions?${period}${query}`);
  };

  it('have captures and refunds by pages, as late as they are set', async () => {
    const merchant = new Merchant(simulator);
    await merchant.control('POST', 'clock', {
      advanceMs: Date.parse('2026-01-30T00:00:00Z') - Date.now(),
    });
    const captures: unknown[] = [];
    for (let count = 0; count < 3; count += 1) {
      await merchant.capture(await merchant.approved());
      captures.push((await merchant.ledger()).captures.at(-1)?.['id']);
    }
    await merchant.control('POST', `captures/${String(captures[0])}/refund`, {});
    const page = async (query: string) => {
      const { body } = await transactions(merchant, query);
      const details = body['transaction_details'] as { transaction_info: object }[];
      return { pages: body['total_pages'], details: details.map((one) => one.transaction_info) };
    };
    const first = await page('&page_size=3');
    expect(first.pages).toBe(2);
    expect(first.details).toMatchObject(
      captures.map((transaction_id) => ({ transaction_id, transaction_event_code: 'T0006' })),
    );
    expect((await page('&page_size=3&page=2')).details).toMatchObject([
      { transaction_event_code: 'T1107', paypal_reference_id: captures[0], custom_field: 'ours' },
    ]);
    await merchant.control('POST', 'lists', { delayMs: 60_000 });
    expect((await page('')).details).toEqual([]);
  });

  it('have events only of accounts with a webhook, by the link to the next page', async () => {
    const merchant = new Merchant(simulator);
    await merchant.control('POST', 'webhooks/delivery', { paused: true });
    for (let count = 0; count < 2; count += 1) await merchant.capture(await merchant.approved());
    const path = '/v1/notifications/webhooks-events?page_size=3';
    expect((await merchant.call('GET', path)).body).toMatchObject({ events: [], links: [] });
    await merchant.control('POST', 'webhooks', { id: 'W', url: 'http://127.0.0.1:9/' });
    const { body } = await merchant.call('GET', path);
    const next = new URL((body['links'] as { href: string }[])[0]?.href ?? '');
    const rest = await merchant.call('GET', `${next.pathname}${next.search}`);
    const types = [body, rest.body].map((one) =>
      (one['events'] as { event_type: string }[]).map((event) => event.event_type),
    );
    const both = ['PAYMENT.CAPTURE.COMPLETED', 'CHECKOUT.ORDER.APPROVED'];
    expect(types).toEqual([[...both, both[0]], [both[1]]]);
  });

  it('of transactions are of 31 days at most', async () => {
    const merchant = new Merchant(simulator);
    const { status } = await transactions(merchant, '', '2026-02-02');
    expect(status).toBe(400);
  });
});
