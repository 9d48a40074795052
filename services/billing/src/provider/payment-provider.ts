import type { Currency, PaymentMode, PurchaseItem, WebhookHeaders } from '@ctdb/contracts';

/** Injection token of the {@link PaymentProvider}. */
export const PAYMENT_PROVIDER = Symbol('PAYMENT_PROVIDER');

/** What a provider is asked to open. Amounts are in minor units. */
export interface NewProviderOrder {
  /** Our order's id: travels as custom_id and invoice_id, and comes back with every capture. */
  orderId: string;
  item: PurchaseItem;
  amountMinor: number;
  currency: Currency;
  locale: 'en' | 'kn';
  returnUrl: string;
  cancelUrl: string;
}

/** A capture as the provider has it. */
export interface ProviderCapture {
  id: string;
  status: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'FAILED' | 'REFUNDED' | 'PARTIALLY_REFUNDED';
  amountMinor: number;
  currency: string;
  /** Our order's id, as we gave it. */
  customId: string | undefined;
  /** The account that is paid, where the provider tells it. */
  payee: string | undefined;
}

/** An order as the provider has it. */
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

/** A refund as the provider has it. */
export interface ProviderRefund {
  id: string;
  status: 'COMPLETED' | 'PENDING' | 'FAILED' | 'CANCELLED';
}

/** A webhook whose signature is right: what happened, and to what. Never believed, only looked up. */
export interface ProviderEvent {
  id: string;
  type: string;
  /** Our order's id, the provider's order or the capture: whichever of them the event names. */
  orderId: string | undefined;
  providerOrderId: string | undefined;
  captureId: string | undefined;
}

/** Why a provider did not do what it was asked. */
export type RefusalCode =
  | 'ORDER_NOT_APPROVED'
  | 'ORDER_ALREADY_CAPTURED'
  | 'INSTRUMENT_DECLINED'
  | 'CURRENCY_NOT_SUPPORTED'
  | 'CAPTURE_FULLY_REFUNDED'
  | 'NOT_FOUND'
  | 'OTHER';

/** The provider has said no: the outcome is known. */
export class ProviderRefusal extends Error {
  constructor(
    readonly code: RefusalCode,
    /** The provider's own name of it, for the log. */
    readonly issue: string = code,
  ) {
    super(`the payment provider refused: ${issue}`);
    this.name = 'ProviderRefusal';
  }
}

/** No answer, or none that can be relied on: what was asked for may have been done. */
export class ProviderUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProviderUnavailable';
  }
}

/**
 * A payment provider. Every call throws {@link ProviderRefusal} or {@link ProviderUnavailable}.
 * A `requestId` makes a call idempotent for six hours: the provider returns the first answer again.
 */
export interface PaymentProvider {
  readonly mode: PaymentMode;
  /** What the provider's own script in the browser is started with; null where there is none. */
  readonly clientId: string | null;
  /** What it can charge. */
  readonly currencies: readonly Currency[];
  clientToken(): Promise<string>;
  createOrder(
    order: NewProviderOrder,
    requestId: string,
  ): Promise<{ id: string; approveUrl: string }>;
  getOrder(id: string): Promise<ProviderOrder>;
  captureOrder(id: string, requestId: string): Promise<ProviderOrder>;
  getCapture(id: string): Promise<ProviderCapture>;
  /** Gives the whole amount back. */
  refund(captureId: string, requestId: string): Promise<ProviderRefund>;
  /**
   * The event of a webhook; throws `INVALID_SIGNATURE` (a DomainError) where it is not the
   * provider's. `now` in milliseconds since the epoch.
   */
  readEvent(headers: WebhookHeaders, body: Buffer, now: number): Promise<ProviderEvent>;
}
