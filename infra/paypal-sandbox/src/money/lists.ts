import { z } from 'zod';
import { PaypalError } from '../errors.ts';
import type { App } from '../http.ts';
import type { Simulator } from '../simulator.ts';
import type { Account } from '../store/account.ts';
import type { Capture, Money, Refund } from '../store/model.ts';
import { formatPayPalTime } from './amounts.ts';

const MAX_RANGE_MS = 31 * 86_400_000;
const EVENT_RETENTION_MS = 30 * 86_400_000;

const time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
const transactionsQuery = z.object({
  start_date: time,
  end_date: time,
  page: z.coerce.number().int().min(1).default(1),
  page_size: z.coerce.number().int().min(1).max(500).default(100),
});
const eventsQuery = z.object({
  start_time: time.optional(),
  end_time: time.optional(),
  page_size: z.coerce.number().int().min(1).max(300).default(10),
  /** PayPal's own, in its link to the next page. */
  index_id: z.string().optional(),
});

interface Transaction {
  id: string;
  event: 'T0006' | 'T1107';
  status: 'S' | 'P' | 'D' | 'V';
  amount: Money;
  reference?: string;
  capture: Capture;
  at: number;
  updatedAt: number;
}

const statuses = {
  COMPLETED: 'S',
  PARTIALLY_REFUNDED: 'S',
  REFUNDED: 'V',
  PENDING: 'P',
  DECLINED: 'D',
  FAILED: 'D',
  CANCELLED: 'D',
} as const satisfies Record<Capture['status'] | Refund['status'], Transaction['status']>;

/** The lists in which a merchant finds what it does not know. */
export function listRoutes(app: App, simulator: Simulator): void {
  app.get(
    '/v1/reporting/transactions',
    { config: { call: 'listPayments' }, schema: { querystring: transactionsQuery } },
    ({ account, query: { start_date: start, end_date: end, page, page_size: size } }) => {
      if (end - start > MAX_RANGE_MS)
        throw new PaypalError(400, [
          { issue: 'INVALID_PARAMETER_VALUE', description: 'Date range is greater than 31 days' },
        ]);
      const refreshedAt = account.now - account.listDelayMs;
      const found = transactionsOf(account).filter(
        ({ at }) => at >= start && at <= end && at <= refreshedAt,
      );
      return {
        transaction_details: found.slice((page - 1) * size, page * size).map(transactionBody),
        account_number: account.merchantId,
        start_date: formatPayPalTime(start),
        end_date: formatPayPalTime(end),
        last_refreshed_datetime: formatPayPalTime(refreshedAt),
        page,
        total_items: found.length,
        total_pages: Math.ceil(found.length / size),
        links: [],
      };
    },
  );
  app.get(
    '/v1/notifications/webhooks-events',
    { config: { call: 'listEvents' }, schema: { querystring: eventsQuery } },
    ({
      account,
      query: { start_time: start = 0, end_time: end = Infinity, page_size, index_id },
    }) => {
      const oldest = account.now - EVENT_RETENTION_MS;
      // Without a webhook there are no events.
      const hasWebhook = account.all('webhook').some(({ secret }) => secret === undefined);
      const all = account
        .all('event')
        .filter(({ id, createdAt }) => id.startsWith('WH-') && hasWebhook && createdAt >= oldest)
        .filter(({ createdAt }) => createdAt >= start && createdAt <= end)
        .reverse();
      const begin = all.findIndex(({ id }) => id === index_id) + 1;
      const events = all.slice(begin, begin + page_size);
      const last = events.at(-1);
      const range = new URLSearchParams({
        start_time: new Date(start).toISOString(),
        ...(end !== Infinity && { end_time: new Date(end).toISOString() }),
        page_size: String(page_size),
        index_id: last?.id ?? '',
      });
      const next = `${simulator.origin}/v1/notifications/webhooks-events?${range.toString()}`;
      return {
        events: events.map(({ body }) => JSON.parse(body) as unknown),
        count: events.length,
        links: begin + events.length < all.length ? [{ href: next, rel: 'next' }] : [],
      };
    },
  );
}

function transactionsOf(account: Account): Transaction[] {
  const payments = account.all('capture').map((capture): Transaction => ({
    id: capture.id,
    event: 'T0006',
    status: statuses[capture.status],
    amount: capture.amount,
    capture,
    at: capture.createdAt,
    updatedAt: capture.updatedAt,
  }));
  const refunds = account.all('refund').flatMap((refund): Transaction[] => {
    const capture = account.get('capture', refund.captureId);
    if (capture === undefined) return [];
    const { value, currency_code } = refund.amount;
    return [
      {
        id: refund.id,
        event: 'T1107',
        status: statuses[refund.status],
        amount: { value: `-${value}`, currency_code },
        reference: capture.id,
        capture,
        at: refund.createdAt,
        updatedAt: refund.updatedAt,
      },
    ];
  });
  return [...payments, ...refunds].sort((one, other) => one.at - other.at);
}

function transactionBody({ id, event, status, amount, reference, capture, ...times }: Transaction) {
  return {
    transaction_info: {
      transaction_id: id,
      ...(reference && { paypal_reference_id: reference, paypal_reference_id_type: 'TXN' }),
      transaction_event_code: event,
      transaction_initiation_date: formatPayPalTime(times.at),
      transaction_updated_date: formatPayPalTime(times.updatedAt),
      transaction_amount: amount,
      transaction_status: status,
      invoice_id: capture.invoiceId,
      custom_field: capture.customId,
      instrument_type: 'PAYPAL',
    },
  };
}
