import {
  type Currency,
  DomainError,
  type Locale,
  type PaymentMode,
  type PaymentProviderName,
  type PurchaseItem,
} from '@ctdb/contracts';

/** An order to create. Amounts are in minor units. */
export interface NewProviderOrder {
  /** Our order's id, under which the provider makes one order; every capture contains it. */
  orderId: string;
  item: PurchaseItem;
  amountMinor: number;
  currency: Currency;
  locale: Locale;
  /** To which the buyer wants messages. */
  email: string | undefined;
  /** Kept by the provider for us; see `writeOrderMark`. */
  mark: string;
  /** Milliseconds since the epoch. */
  now: number;
  returnUrl: string;
  cancelUrl: string;
}

/** A capture at the provider. */
export interface ProviderCapture {
  id: string;
  status: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'FAILED' | 'REFUNDED' | 'PARTIALLY_REFUNDED';
  amountMinor: number;
  currency: string;
  /** Our order's id. */
  customId: string | undefined;
  /** The payee, if the provider returns it. */
  payee: string | undefined;
}

/** The relevant capture: money that was kept counts before money that was given back. */
export const selectCapture = (captures: ProviderCapture[]): ProviderCapture | undefined =>
  captures.find(({ status }) => /^(COMPLETED|PARTIALLY_REFUNDED)$/.test(status)) ??
  captures.find(({ status }) => status === 'REFUNDED') ??
  captures.find(({ status }) => status === 'PENDING') ??
  captures.at(-1);

/** An order at the provider. */
export interface ProviderOrder {
  id: string;
  status: 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED' | 'VOIDED' | 'SAVED';
  amountMinor: number;
  currency: string;
  customId: string | undefined;
  payee: string | undefined;
  payerEmail: string | undefined;
  /** The one that counts. */
  capture: ProviderCapture | undefined;
  /** See {@link NewProviderOrder}. */
  mark?: string | undefined;
  /** What else the provider keeps of a {@link NewProviderOrder}. */
  email?: string | undefined;
  approveUrl?: string | undefined;
}

/** A refund at the provider. */
export interface ProviderRefund {
  id: string;
  status: 'COMPLETED' | 'PENDING' | 'FAILED' | 'CANCELLED';
}

/** A refund that has reached the buyer: a part of the amount, or all of it. */
export type CompletedRefund = { id: string; amountMinor: number };

/** Ids of an order, as far as a message of its provider has them. */
export interface OrderIds {
  /** Our own. */
  orderId?: string | undefined;
  providerOrderId?: string | undefined;
  captureId?: string | undefined;
}

/** An entry of a provider's lists: a payment, or the refund of one. It only says where to look. */
export interface ListedPayment extends OrderIds {
  captureId: string;
  at: Date;
  /** Of a refund. */
  refundId?: string | undefined;
}

/** The content of a webhook. It proves nothing, and only leads to a read at the provider. */
export interface ProviderEvent extends OrderIds {
  /** The provider's own name of the event, for the log. */
  type: string;
  /** Whether a payment was taken back, which the provider may still report as completed. */
  isReversal: boolean;
}

/** Why a provider rejected a call. */
export type RejectionCode =
  | 'ORDER_NOT_APPROVED'
  | 'ORDER_ALREADY_CAPTURED'
  | 'INSTRUMENT_DECLINED'
  | 'CURRENCY_NOT_SUPPORTED'
  | 'CAPTURE_FULLY_REFUNDED'
  | 'ORDER_EXISTS'
  | 'NOT_FOUND'
  | 'OTHER';

/** The provider rejected the call: the outcome is known. */
export class ProviderRejectedError extends Error {
  override readonly name = 'ProviderRejectedError';

  constructor(
    readonly code: RejectionCode,
    /** The provider's own error name, for the log. */
    readonly issue: string = code,
  ) {
    super(`payment provider rejected the call: ${issue}`);
  }
}

const RETRY_AFTER_SECONDS = 5;

/** No reliable answer: the call may have succeeded. Callers retry, and nothing is done twice. */
export class ProviderUnavailableError extends DomainError<'SERVICE_UNAVAILABLE'> {
  override readonly name = 'ProviderUnavailableError';

  constructor(message: string, { cause }: ErrorOptions = {}) {
    super('SERVICE_UNAVAILABLE', { retryAfter: RETRY_AFTER_SECONDS });
    this.message = message;
    this.cause = cause;
  }
}

/**
 * A payment provider. Every call throws {@link ProviderRejectedError} or {@link ProviderUnavailableError}.
 * A `requestId` makes a call idempotent for six hours: the provider returns the first answer again.
 */
export interface PaymentProvider {
  readonly name: PaymentProviderName;
  readonly mode: Exclude<PaymentMode, 'off'>;
  /** The only currency that it charges. */
  readonly currency: Currency;
  /** Whom a capture must name as its payee, if it names one; undefined: not compared. */
  readonly payee?: string | undefined;
  /**
   * Where money moves when the buyer pays, without a capture of ours: the age in milliseconds up to which an
   * unpaid order is given to its buyer again, because another one could be paid beside it.
   */
  readonly repeatableMs?: number;
  /** Client id for the provider's script in the browser; null without a script. */
  readonly clientId: string | null;
  /** For the same script. */
  clientToken?(): Promise<string>;
  createOrder(
    order: NewProviderOrder,
    requestId: string,
  ): Promise<{ id: string; approveUrl: string }>;
  getOrder(id: string): Promise<ProviderOrder>;
  captureOrder(id: string, requestId: string): Promise<ProviderOrder>;
  getCapture(id: string): Promise<ProviderCapture>;
  /** Where an order can be paid twice: ids of its captures beside `kept` whose money was not refunded. */
  findSurplus?(orderId: string, kept: string): Promise<string[]>;
  /** The completed refunds of an order and its capture, the oldest first. */
  listRefunds(orderId: string, captureId: string): Promise<CompletedRefund[]>;
  /**
   * All payments and refunds of a period, in no order; some maybe twice. The list may lack those of after
   * `completeUntil`.
   */
  listPayments(from: Date, to: Date): Promise<{ payments: ListedPayment[]; completeUntil: Date }>;
  /** The order of a listed payment, without its capture maybe; `undefined` if it is none of ours. */
  findOrder(payment: ListedPayment): Promise<ProviderOrder | undefined>;
  /** Where small refunds are refused: whether what is left of a capture is too little to be refunded. */
  isRestTooSmall?(captureId: string): Promise<boolean>;
  /** Refunds the whole amount. */
  refund(captureId: string, requestId: string): Promise<ProviderRefund>;
  /** Where addresses of return are signed: the provider's order id, or undefined for a wrong one. */
  readReturn?(query: Record<string, string>): string | undefined;
  /**
   * The event of a webhook; undefined if the body has none. Where webhooks are signed, throws
   * `INVALID_SIGNATURE` (a DomainError) if this one is not the provider's.
   */
  readEvent(headers: Record<string, string>, body: Buffer): ProviderEvent | undefined;
}
