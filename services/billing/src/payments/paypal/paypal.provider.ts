import { toDecimalString } from '@ctdb/contracts';
import type { z } from 'zod';
import type {
  CapturedOrder,
  CompletedRefund,
  FoundOrder,
  ListedPayment,
  NewProviderOrder,
  PaymentList,
  PaymentProvider,
  ProviderCapture,
  ProviderEvent,
  ProviderOrder,
  ProviderRefund,
} from '../payment-provider.js';
import { describeItem } from '../provider-settings.js';
import { listPayments } from './payment-list.js';
import { PaypalHttp } from './paypal-http.js';
import type { PaypalConfig } from './paypal.config.js';
import {
  captureOrderResponse,
  captureResponse,
  clientTokenResponse,
  foundOrderResponse,
  newOrderResponse,
  orderRefundsResponse,
  orderResponse,
  refundResponse,
} from './responses.js';
import { parseWebhookEvent } from './webhook-event.js';

/** PayPal, its sandbox, or the simulator; only URL and keys differ. */
export class PaypalProvider implements PaymentProvider {
  readonly name = 'paypal';
  // PayPal takes no rupees.
  readonly currency = 'USD';
  readonly takesMoneyItself = false;
  readonly mode: PaypalConfig['mode'];
  readonly payee: string | undefined;
  readonly clientId: string | null;
  readonly #productName: PaypalConfig['productName'];
  readonly #http: PaypalHttp;

  constructor(config: PaypalConfig) {
    this.mode = config.mode;
    this.payee = config.payee;
    // The simulator has no script for the browser.
    this.clientId = config.mode === 'test' ? null : config.clientId;
    this.#productName = config.productName;
    this.#http = new PaypalHttp(config);
  }

  clientToken(): Promise<string> {
    return this.#post('/v1/identity/generate-token', clientTokenResponse);
  }

  createOrder(
    order: NewProviderOrder,
    requestId: string,
  ): Promise<{ id: string; approveUrl: string }> {
    const { orderId, item, amountMinor, currency, mark, returnUrl, cancelUrl } = order;
    // PayPal's pages do not exist in Kannada.
    const locale = this.mode === 'test' && order.locale === 'kn' ? 'kn-IN' : 'en-US';
    const unit = {
      reference_id: mark,
      custom_id: orderId,
      invoice_id: orderId,
      description: describeItem(this.#productName, item, order.locale),
      amount: { currency_code: currency, value: toDecimalString(amountMinor) },
    };
    const experience = {
      locale,
      shipping_preference: 'NO_SHIPPING',
      user_action: 'PAY_NOW',
      return_url: returnUrl,
      cancel_url: cancelUrl,
    };
    return this.#post('/v2/checkout/orders', newOrderResponse(this.mode), requestId, {
      intent: 'CAPTURE',
      purchase_units: [unit],
      payment_source: { paypal: { experience_context: experience } },
    });
  }

  getOrder(id: string): Promise<ProviderOrder> {
    return this.#get(`/v2/checkout/orders/${encodeURIComponent(id)}`, orderResponse);
  }

  captureOrder(id: string, requestId: string): Promise<ProviderOrder> {
    const path = `/v2/checkout/orders/${encodeURIComponent(id)}/capture`;
    return this.#post(path, orderResponse, requestId);
  }

  getCapture(id: string): Promise<ProviderCapture> {
    return this.#get(`/v2/payments/captures/${encodeURIComponent(id)}`, captureResponse);
  }

  listRefunds({ providerOrderId }: CapturedOrder): Promise<CompletedRefund[]> {
    const path = `/v2/checkout/orders/${encodeURIComponent(providerOrderId)}`;
    return this.#get(path, orderRefundsResponse);
  }

  listPayments(from: Date, to: Date): Promise<PaymentList> {
    return listPayments(this.#http, from, to);
  }

  async findOrder(payment: ListedPayment): Promise<FoundOrder | undefined> {
    const capture = `/v2/payments/captures/${encodeURIComponent(payment.captureId)}`;
    const id = payment.providerOrderId ?? (await this.#get(capture, captureOrderResponse));
    return this.#get(`/v2/checkout/orders/${encodeURIComponent(id)}`, foundOrderResponse);
  }

  refund(captureId: string, requestId: string): Promise<ProviderRefund> {
    const path = `/v2/payments/captures/${encodeURIComponent(captureId)}/refund`;
    return this.#post(path, refundResponse, requestId);
  }

  /** PayPal's signature is not checked, because nothing in a webhook is believed. */
  readEvent(_headers: Record<string, string>, body: Buffer): ProviderEvent | undefined {
    return parseWebhookEvent(body);
  }

  #get<T extends z.ZodType>(path: string, answer: T): Promise<z.output<T>> {
    return this.#http.call({ method: 'GET', path, answer });
  }

  #post<T extends z.ZodType>(
    path: string,
    answer: T,
    requestId?: string,
    body: object = {},
  ): Promise<z.output<T>> {
    const idempotency = requestId === undefined ? {} : { requestId };
    return this.#http.call({ method: 'POST', path, body, answer, ...idempotency });
  }
}
