import { z } from 'zod';
import type { ListedPayment } from '../payment-provider.js';
import type { PaypalHttp } from './paypal-http.js';
import { paypalEvent, toProviderEvent } from './webhook-event.js';

const DAY_MS = 86_400_000;
/** The largest page of transactions. PayPal refuses more than 10,000 in one period, so each is a day. */
const PAGE_SIZE = 500;
const EVENTS_PAGE_SIZE = 100;
/** PayPal keeps events as long. */
const EVENT_RETENTION_MS = 30 * DAY_MS;

const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));
/** Reports write the zone as `+0000`. */
const timeOfReport = z
  .string()
  .transform((value) => value.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'))
  .pipe(time);
const text = z.string().optional();

/** Payments have codes T00xx, what takes them back T11xx and T12xx; a denied one is no payment. */
const transaction = z
  .object({
    transaction_info: z.object({
      transaction_id: z.string(),
      transaction_event_code: z.string(),
      transaction_status: text,
      transaction_initiation_date: timeOfReport,
      paypal_reference_id: text,
      custom_field: text,
    }),
  })
  .transform(({ transaction_info: info }): ListedPayment[] => {
    const { transaction_id: id, transaction_event_code: code, custom_field: orderId } = info;
    const { paypal_reference_id: captureId, transaction_initiation_date: at } = info;
    if (info.transaction_status === 'D') return [];
    if (code.startsWith('T00')) return [{ captureId: id, at, orderId }];
    if (!/^T1[12]/.test(code) || captureId === undefined) return [];
    return [{ captureId, at, orderId, refundId: id }];
  });

const transactionsResponse = z.object({
  transaction_details: z.array(transaction).default([]),
  total_pages: z.number().int().default(1),
  last_refreshed_datetime: timeOfReport.optional(),
});

const eventsResponse = z.object({
  events: z
    .array(paypalEvent.extend({ create_time: time }))
    .nullish()
    .transform((events) => events ?? []),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
});

const toSecond = (at: Date): string => at.toISOString().replace(/\.\d+Z$/, 'Z');

/**
 * Payments and refunds of a period from two lists: transactions, which PayPal lists up to three hours
 * late, and events of webhooks, which are there at once if a webhook is registered.
 */
export const listPayments = async (http: PaypalHttp, from: Date, to: Date) => {
  const payments = await listEvents(http, from, to);
  let completeUntil = to;
  for (let start = from.getTime(); start < to.getTime(); start += DAY_MS) {
    const period = {
      start_date: toSecond(new Date(start)),
      // Both ends are included.
      end_date: toSecond(new Date(Math.min(start + DAY_MS, to.getTime()))),
      fields: 'transaction_info',
      page_size: String(PAGE_SIZE),
    };
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const query = new URLSearchParams({ ...period, page: String(page) });
      const path = `/v1/reporting/transactions?${query.toString()}`;
      const found = await http.call({ path, answer: transactionsResponse });
      payments.push(...found.transaction_details.flat());
      const { last_refreshed_datetime: refreshedAt } = found;
      if (refreshedAt && refreshedAt < completeUntil) completeUntil = refreshedAt;
      pages = found.total_pages;
    }
  }
  return { payments, completeUntil };
};

const listEvents = async (http: PaypalHttp, from: Date, to: Date): Promise<ListedPayment[]> => {
  const payments: ListedPayment[] = [];
  const oldest = to.getTime() - EVENT_RETENTION_MS;
  const query = new URLSearchParams({
    start_time: toSecond(new Date(Math.max(from.getTime(), oldest))),
    end_time: toSecond(to),
    page_size: String(EVENTS_PAGE_SIZE),
  });
  const path = '/v1/notifications/webhooks-events';
  let next: string | undefined = `?${query.toString()}`;
  while (next !== undefined) {
    const call = { path: `${path}${next}`, answer: eventsResponse };
    const page: z.output<typeof eventsResponse> = await http.call(call);
    payments.push(...page.events.flatMap(toListedEvent));
    const href: string | undefined = page.links.find(({ rel }) => rel === 'next')?.href;
    next = page.events.length > 0 && href ? new URL(href).search : undefined;
  }
  return payments;
};

const toListedEvent = ({
  create_time: at,
  ...event
}: z.output<typeof eventsResponse>['events'][number]): ListedPayment[] => {
  const { type, captureId, orderId, providerOrderId } = toProviderEvent(event);
  const isPayment = /^PAYMENT\.CAPTURE\.(COMPLETED|PENDING|REFUNDED|REVERSED)$/.test(type);
  if (!isPayment || captureId === undefined) return [];
  const isRefund = /\.(REFUNDED|REVERSED)$/.test(type);
  const refundId = isRefund ? event.resource?.id : undefined;
  return [{ captureId, at, orderId, providerOrderId, refundId }];
};
