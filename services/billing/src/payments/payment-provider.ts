import {
  type Currency,
  DomainError,
  type PaymentMode,
  type PurchaseItem,
  type WebhookHeaders,
} from '@ctdb/contracts';

/** Injection token of the {@link PaymentProvider}. */
export const PAYMENT_PROVIDER = Symbol('PAYMENT_PROVIDER');

/** An order to create. Amounts are in minor units. */
export interface NewProviderOrder {
  /** Our order's id, sent as `custom_id` and `invoice_id`; every capture contains it. */
  orderId: string;
  item: PurchaseItem;
  amountMinor: number;
  currency: Currency;
  locale: 'en' | 'kn';
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

/** An order at the provider. */
export interface ProviderOrder {
  id: string;
  status: 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED' | 'VOIDED' | 'SAVED';
  amountMinor: number;
  currency: string;
  customId: string | undefined;
  payee: string | undefined;
  payerEmail: string | undefined;
  /** At most one: our orders have one purchase unit. */
  capture: ProviderCapture | undefined;
}

/** A refund at the provider. */
export interface ProviderRefund {
  id: string;
  status: 'COMPLETED' | 'PENDING' | 'FAILED' | 'CANCELLED';
}

/** A webhook with a valid signature. It only triggers a read at the provider. */
export interface ProviderEvent {
  id: string;
  type: string;
  /** Our order's id, the provider's order id or the capture id, as far as the event has them. */
  orderId: string | undefined;
  providerOrderId: string | undefined;
  captureId: string | undefined;
}

/** Why a provider rejected a call. */
export type RejectionCode =
  | 'ORDER_NOT_APPROVED'
  | 'ORDER_ALREADY_CAPTURED'
  | 'INSTRUMENT_DECLINED'
  | 'CURRENCY_NOT_SUPPORTED'
  | 'CAPTURE_FULLY_REFUNDED'
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

/** No reliable answer: the call may have succeeded. */
export class ProviderUnavailableError extends Error {
  override readonly name = 'ProviderUnavailableError';
}

/**
 * A payment provider. Every call throws {@link ProviderRejectedError} or {@link ProviderUnavailableError}.
 * A `requestId` makes a call idempotent for six hours: the provider returns the first answer again.
 */
export interface PaymentProvider {
  readonly mode: PaymentMode;
  /** Client id for the provider's script in the browser; null without a script. */
  readonly clientId: string | null;
  clientToken(): Promise<string>;
  createOrder(
    order: NewProviderOrder,
    requestId: string,
  ): Promise<{ id: string; approveUrl: string }>;
  getOrder(id: string): Promise<ProviderOrder>;
  captureOrder(id: string, requestId: string): Promise<ProviderOrder>;
  getCapture(id: string): Promise<ProviderCapture>;
  /** Refunds the whole amount. */
  refund(captureId: string, requestId: string): Promise<ProviderRefund>;
  /**
   * The event of a webhook; throws `INVALID_SIGNATURE` (a DomainError) if it is not the
   * provider's. `now` in milliseconds since the epoch.
   */
  readEvent(headers: WebhookHeaders, body: Buffer, now: number): Promise<ProviderEvent>;
}

const refuse = () => Promise.reject(new DomainError('PAYMENTS_NOT_CONFIGURED'));

/** The provider if payments are off: every call fails. */
export const disabledPaymentProvider: PaymentProvider = {
  mode: 'off',
  clientId: null,
  clientToken: refuse,
  createOrder: refuse,
  getOrder: refuse,
  captureOrder: refuse,
  getCapture: refuse,
  refund: refuse,
  readEvent: refuse,
};

const RETRY_AFTER_SECONDS = 5;

/** The error for an unknown outcome: the caller retries, and nothing is done twice. */
export const retryLater = (): DomainError =>
  new DomainError('SERVICE_UNAVAILABLE', { retryAfter: RETRY_AFTER_SECONDS });

/** Runs `work`; maps an unreachable provider to `SERVICE_UNAVAILABLE`. */
export const mapProviderErrors = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderUnavailableError) throw retryLater();
    throw error;
  }
};
