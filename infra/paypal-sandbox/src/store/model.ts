/** An amount as PayPal writes it. */
export interface Money {
  currency_code: string;
  value: string;
}

/** The buyer's choice on the payment page. */
export const choices = ['pay', 'decline', 'pending', 'declineCapture'] as const;
/** `decline`: INSTRUMENT_DECLINED; `declineCapture`: a capture with the status DECLINED. */
export type Choice = (typeof choices)[number];

export interface Order {
  id: string;
  status: 'PAYER_ACTION_REQUIRED' | 'CREATED' | 'APPROVED' | 'COMPLETED';
  amount: Money;
  customId?: string | undefined;
  invoiceId?: string | undefined;
  description?: string | undefined;
  locale: string;
  returnUrl?: string | undefined;
  cancelUrl?: string | undefined;
  createdAt: number;
  updatedAt: number;
  approval?: { choice: Choice; email: string; payerId: string };
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

/** The first response to a PayPal-Request-Id. */
export interface IdempotencyRecord {
  /** Call and request id. */
  id: string;
  at: number;
  status: number;
  /** The created record; undefined after an error. */
  target?: { kind: 'order' | 'refund'; id: string };
  /** The error. */
  body?: unknown;
}

export interface Webhook {
  id: string;
  url: string;
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
  remembered: IdempotencyRecord;
  webhook: Webhook;
  event: WebhookEvent;
}
export const recordKinds = [
  'order',
  'capture',
  'refund',
  'remembered',
  'webhook',
  'event',
] as const;
export type RecordKind = (typeof recordKinds)[number];
