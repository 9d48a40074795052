import { expect, it } from 'vitest';
import type { ProviderCall } from '../provider-http.js';
import { listPayments } from './payment-list.js';
import type { PaypalHttp } from './paypal-http.js';

const DAY_MS = 86_400_000;
const from = new Date('2026-11-20T10:00:00.900Z');
const to = new Date(from.getTime() + 1.25 * DAY_MS);
const EVENTS = '/v1/notifications/webhooks-events';
const REPORT = '/v1/reporting/transactions';

const transaction = (id: string, code = 'T0006', more = {}) => ({
  transaction_info: {
    transaction_id: id,
    transaction_event_code: code,
    transaction_initiation_date: '2026-11-20T10:05:00+0000',
    ...more,
  },
});
const event = (id: string, type: string, resource: object) => ({
  ...{ id: `WH-${id}`, event_type: `PAYMENT.CAPTURE.${type}`, resource: { id, ...resource } },
  create_time: '2026-11-20T10:05:00Z',
});
const up = (id: string) => ({
  links: [{ rel: 'up', href: `https://api.paypal.com/v2/payments/captures/${id}` }],
});

/** What PayPal answers to each call, in its order. */
const answers: [path: string, query: Record<string, string>, answer: unknown][] = [
  [
    EVENTS,
    { start_time: '2026-11-20T10:00:00Z', end_time: '2026-11-21T16:00:00Z', page_size: '100' },
    {
      events: [event('E1', 'COMPLETED', {}), event('E2', 'DENIED', {})],
      links: [{ rel: 'next', href: `https://api.paypal.com${EVENTS}?page=next` }],
    },
  ],
  [EVENTS, { page: 'next' }, { events: [event('R1', 'REFUNDED', up('E1'))] }],
  [
    REPORT,
    { start_date: '2026-11-20T10:00:00Z', end_date: '2026-11-21T10:00:00Z', page: '1' },
    {
      transaction_details: [transaction('T1', 'T0006', { custom_field: 'ours' })],
      total_pages: 2,
      last_refreshed_datetime: '2026-11-21T14:00:00+0000',
    },
  ],
  [
    REPORT,
    { page: '2', page_size: '500' },
    {
      transaction_details: [
        transaction('T2', 'T1107', { paypal_reference_id: 'T1' }),
        transaction('T3', 'T0006', { transaction_status: 'D' }),
        transaction('T4', 'T0400'),
      ],
      total_pages: 2,
    },
  ],
  [
    REPORT,
    { start_date: '2026-11-21T10:00:00Z', end_date: '2026-11-21T16:00:00Z', page: '1' },
    { transaction_details: [transaction('T5')] },
  ],
];

it('the list of payments has all pages of all days and of all events', async () => {
  const left = [...answers];
  const call = async ({ path, answer }: ProviderCall<never>) => {
    const [expected, query, response] = left.shift() ?? [];
    const { pathname, searchParams } = new URL(path, 'https://api.paypal.com');
    expect(pathname).toBe(expected);
    expect(Object.fromEntries(searchParams)).toMatchObject(query ?? {});
    return (answer as { parse(value: unknown): unknown }).parse(response);
  };
  const { payments, completeUntil } = await listPayments({ call } as never as PaypalHttp, from, to);
  expect(left).toEqual([]);
  expect(payments.map(({ captureId, refundId }) => [captureId, refundId])).toEqual([
    ['E1', undefined],
    ['E1', 'R1'],
    ['T1', undefined],
    ['T1', 'T2'],
    ['T5', undefined],
  ]);
  expect(payments[2]).toMatchObject({ orderId: 'ours', at: new Date('2026-11-20T10:05:00Z') });
  // PayPal lists what is newer later.
  expect(completeUntil).toEqual(new Date('2026-11-21T14:00:00Z'));
});
