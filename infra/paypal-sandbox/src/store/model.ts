/** An amount as PayPal writes it. */
export interface Money {
  currency_code: string;
  value: string;
}

/** How the buyer has answered on the approval page. */
export const choices = ['pay', 'decline', 'pending', 'declineCapture'] as const;
/** `decline`: INSTRUMENT_DECLINED; `declineCapture`: a capture with the status DECLINED. */
export type Choice = (typeof choices)[number];

export interface Order {
  id: string;
  status: 'PAYER_ACTION_REQUIRED' | 'CREATED' | 'APPROVED' | 'COMPLETED';
  amount: Money;
  customId?: string;
  invoiceId?: string;
  description?: string;
  locale: string;
  returnUrl?: string;
  cancelUrl?: string;
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
  customId?: string;
  invoiceId?: string;
  /** Who is paid, where a fault makes it another than the account itself. */
  payee?: string;
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

/** The first answer to a PayPal-Request-Id; what it made is told as it is now. */
export interface Remembered {
  /** Call and request id. */
  id: string;
  at: number;
  status: number;
  /** What was made; undefined where it was refused. */
  target?: { kind: 'order' | 'refund'; id: string };
  /** The refusal. */
  body?: unknown;
}

export interface Webhook {
  id: string;
  url: string;
}

/** Something that happened, for the webhooks. */
export interface SandboxEvent {
  id: string;
  type: string;
  /** The exact text that is sent. */
  body: string;
  createdAt: number;
  /** The webhooks that have not taken it yet. */
  open: string[];
}

/** Everything that is kept, by kind; each has an `id`. */
export interface Kinds {
  order: Order;
  capture: Capture;
  refund: Refund;
  remembered: Remembered;
  webhook: Webhook;
  event: SandboxEvent;
}
export type Kind = keyof Kinds;
