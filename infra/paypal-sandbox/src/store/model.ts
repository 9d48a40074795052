/** An amount as PayPal writes it. */
export interface Money {
  currency_code: string;
  value: string;
}

/** The buyer's choice on the payment page. */
export const choices = ['pay', 'decline', 'pending', 'declineCapture'] as const;
/** `decline`: INSTRUMENT_DECLINED; `declineCapture`: a capture with the status DECLINED. */
export type Choice = (typeof choices)[number];

/** How the buyer has agreed. */
export interface Approval {
  choice: Choice;
  email: string;
  payerId: string;
  /** Has paid by card without a PayPal account. */
  isGuest?: boolean | undefined;
}

export interface Order {
  id: string;
  status: 'PAYER_ACTION_REQUIRED' | 'CREATED' | 'APPROVED' | 'COMPLETED';
  amount: Money;
  referenceId?: string | undefined;
  customId?: string | undefined;
  invoiceId?: string | undefined;
  description?: string | undefined;
  locale: string;
  returnUrl?: string | undefined;
  cancelUrl?: string | undefined;
  createdAt: number;
  updatedAt: number;
  approval?: Approval;
  captureId?: string;
}

export interface Capture {
  id: string;
  orderId: string;
  status: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'FAILED' | 'REFUNDED' | 'PARTIALLY_REFUNDED';
  amount: Money;
  customId?: string | undefined;
  invoiceId?: string | undefined;
  /** Another payee, by an injected fault. */
  payee?: string | undefined;
  createdAt: number;
  updatedAt: number;
}

export interface Refund {
  id: string;
  captureId: string;
  status: 'COMPLETED' | 'PENDING' | 'FAILED' | 'CANCELLED';
  amount: Money;
  createdAt: number;
  updatedAt: number;
}

/** A payment link of Razorpay. Amounts are in paise. */
export interface Link {
  id: string;
  status: 'created' | 'cancelled' | 'paid';
  amount: number;
  currency: string;
  referenceId: string;
  description?: string | undefined;
  notes: Record<string, string>;
  email?: string | undefined;
  callbackUrl?: string | undefined;
  /** Seconds since the epoch. */
  expireBy?: number | undefined;
  /** The order that its first payment makes. */
  orderId?: string | undefined;
  /** Signs the address of return: the account knows a hash alone. */
  keySecret: string;
  createdAt: number;
}

/** An attempt to pay a link. */
export interface Payment {
  id: string;
  linkId: string;
  status: 'authorized' | 'captured' | 'refunded' | 'failed';
  amount: number;
  currency: string;
  notes: Record<string, string>;
  email: string;
  vpa: string;
  createdAt: number;
}

export interface PaymentRefund {
  id: string;
  paymentId: string;
  status: 'processed' | 'pending' | 'failed';
  amount: number;
  createdAt: number;
}

/** The first response to a PayPal-Request-Id or X-Refund-Idempotency. */
export interface IdempotencyRecord {
  /** Call and request id. */
  id: string;
  at: number;
  status: number;
  /** The created record; undefined after an error. */
  target?: { kind: 'order' | 'refund' | 'paymentRefund'; id: string };
  /** The error; at Razorpay the request. */
  body?: unknown;
}

export interface Webhook {
  id: string;
  url: string;
  /** The key of Razorpay's signatures; absent for PayPal's webhooks. */
  secret?: string | undefined;
}

export interface WebhookEvent {
  id: string;
  type: string;
  /** Sent exactly like this. */
  body: string;
  createdAt: number;
  /** Webhooks without a successful delivery. */
  open: string[];
}

/** Stored records by kind. */
export interface RecordTypes {
  order: Order;
  capture: Capture;
  refund: Refund;
  link: Link;
  payment: Payment;
  paymentRefund: PaymentRefund;
  remembered: IdempotencyRecord;
  webhook: Webhook;
  event: WebhookEvent;
}
export const recordKinds = [
  'order',
  'capture',
  'refund',
  'link',
  'payment',
  'paymentRefund',
  'remembered',
  'webhook',
  'event',
] as const;
export type RecordKind = (typeof recordKinds)[number];
