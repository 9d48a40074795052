import { randomInt } from 'node:crypto';

/** The buyer's choice on the payment page. */
export const choices = ['pay', 'decline', 'pending', 'declineCapture'] as const;
/** At PayPal, `decline` is INSTRUMENT_DECLINED, and `declineCapture` a capture with the status DECLINED. */
export type Choice = (typeof choices)[number];

/** How the buyer has agreed. */
export interface Approval {
  choice: Choice;
  /** Razorpay asks for none. */
  email?: string | undefined;
}

export interface Refund {
  id: string;
  status: 'COMPLETED' | 'PENDING' | 'FAILED';
  amountMinor: number;
  createdAt: number;
}

/** A capture of PayPal, or a payment of Razorpay. */
export interface Payment {
  id: string;
  /** Refunds do not change it, see `statusOf`. */
  status: 'COMPLETED' | 'PENDING' | 'DECLINED';
  amountMinor: number;
  currency: string;
  customId: string;
  email?: string | undefined;
  createdAt: number;
  refunds: Refund[];
}

/** An order of PayPal, or a payment link of Razorpay, with what was paid for it. */
export interface Order {
  id: string;
  provider: 'paypal' | 'razorpay';
  amountMinor: number;
  currency: string;
  /** The merchant's id of the order. */
  customId: string;
  description: string;
  language: 'en' | 'kn';
  returnUrl: string;
  payments: Payment[];
  /** Of PayPal. */
  cancelUrl?: string;
  referenceId?: string | undefined;
  invoiceId?: string | undefined;
  approval?: Approval;
  /** Of Razorpay. */
  notes?: Record<string, string>;
  email?: string | undefined;
  /** Seconds since the epoch. */
  expireBy?: number | undefined;
}

/** The first outcome of a PayPal-Request-Id or X-Refund-Idempotency. */
export interface IdempotencyRecord {
  /** Call and request id. */
  id: string;
  at: number;
  /** What was created; absent if the instrument was declined. */
  target?: string;
  /** Razorpay refuses another amount under the same key. */
  amountMinor?: number | undefined;
}

/** Where the merchant gets events. Without a URL they are only listed. */
export type Webhook = { id: string; url?: string | undefined };

export interface WebhookEvent {
  id: string;
  type: string;
  /** Sent exactly like this. */
  body: string;
  createdAt: number;
}

/** What an event is about: the order, its payment, or the payment's refund. */
export type Change = { order: Order; payment?: Payment; refund?: Refund | undefined };

export type NewEvent = Pick<WebhookEvent, 'id' | 'type'> & { content: object };

/** Stored records by kind. */
export interface RecordTypes {
  order: Order;
  idempotency: IdempotencyRecord;
  webhook: Webhook;
  event: WebhookEvent;
}
export type RecordKind = keyof RecordTypes;

/** "9.99" → 999 */
export function toMinor(value: string): number {
  const [units = '0', rest = ''] = value.split('.');
  return Number(units) * 100 + Number(rest.padEnd(2, '0'));
}

/** 999 → "9.99" */
export const toDecimal = (minor: number): string => (minor / 100).toFixed(2);

const ALPHABET = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Returns capital letters and digits, as in the providers' ids. */
export function randomId(length = 17): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** What refunds of some states have given back. */
export const sumOf = ({ refunds }: Payment, states: readonly Refund['status'][]): number =>
  refunds
    .filter(({ status }) => states.includes(status))
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);

/** The state of a payment with its refunds, in PayPal's words. */
export function statusOf(payment: Payment) {
  const refunded = sumOf(payment, ['COMPLETED']);
  if (payment.status !== 'COMPLETED' || refunded === 0) return payment.status;
  return refunded >= payment.amountMinor ? 'REFUNDED' : 'PARTIALLY_REFUNDED';
}

/** Merchants give the time of expiry by the real clock. */
export const isExpired = ({ expireBy, payments }: Order): boolean =>
  expireBy !== undefined &&
  Date.now() / 1_000 >= expireBy &&
  payments.every(({ status }) => status !== 'COMPLETED');

/** Whether the buyer can pay: Razorpay lets a buyer repeat a payment that has failed. */
export const isPayable = (order: Order): boolean =>
  order.provider === 'paypal'
    ? order.payments.length === 0
    : !isExpired(order) && order.payments.every(({ status }) => status === 'DECLINED');
