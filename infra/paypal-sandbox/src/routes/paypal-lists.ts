import { z } from 'zod';
import type { App } from '../server/http.ts';
import type { Account } from '../records/account.ts';
import type { Payment, Refund } from '../records/model.ts';
import { toMoney, toTime } from '../payments/paypal-bodies.ts';

const time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

const statuses = { COMPLETED: 'S', PENDING: 'P', DECLINED: 'D', FAILED: 'D' } as const;

/** The lists in which a merchant finds what it does not know. */
export function listRoutes(app: App): void {
  const transactionsQuery = z.object({ start_date: time, end_date: time });
  app.get(
    '/v1/reporting/transactions',
    { config: { call: 'listPayments' }, schema: { querystring: transactionsQuery } },
    ({ account, query: { start_date: start, end_date: end } }) => {
      const refreshedAt = account.now - account.listDelayMs;
      const isListed = ({ createdAt }: Payment | Refund) =>
        createdAt >= start && createdAt <= Math.min(end, refreshedAt);
      return {
        transaction_details: transactionsOf(account, isListed),
        last_refreshed_datetime: toTime(refreshedAt),
        page: 1,
        total_pages: 1,
      };
    },
  );
  const eventsQuery = z.object({ start_time: time, end_time: time });
  app.get(
    '/v1/notifications/webhooks-events',
    { config: { call: 'listEvents' }, schema: { querystring: eventsQuery } },
    ({ account, query: { start_time: start, end_time: end } }) => {
      // Without a webhook there are no events.
      const all = account.all('webhook').length === 0 ? [] : account.all('event');
      const events = all.filter(({ createdAt }) => createdAt >= start && createdAt <= end);
      return { events: events.map(({ body }) => JSON.parse(body) as unknown), links: [] };
    },
  );
}

function transactionsOf(account: Account, isListed: (one: Payment | Refund) => boolean) {
  const payments = account.all('order').flatMap((order) => order.payments);
  const toBody = ({ id, status, amountMinor, createdAt }: Payment | Refund, payment: Payment) => ({
    transaction_info: {
      transaction_id: id,
      transaction_event_code: id === payment.id ? 'T0006' : 'T1107',
      ...(id !== payment.id && { paypal_reference_id: payment.id }),
      transaction_initiation_date: toTime(createdAt),
      transaction_amount: toMoney(amountMinor, payment.currency),
      transaction_status: statuses[status],
      custom_field: payment.customId,
    },
  });
  return payments.flatMap((payment) =>
    [payment, ...payment.refunds].filter(isListed).map((one) => toBody(one, payment)),
  );
}
