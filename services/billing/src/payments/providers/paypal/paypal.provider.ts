import { toDecimalString } from '@ctdb/contracts';
import type { z } from 'zod';
import type { ListedPayment, NewProviderOrder, PaymentProvider } from '../payment-provider.js';
import { describeItem, type PaypalConfig } from '../../../payments.config.js';
import { listPayments } from './payment-list.js';
import { PaypalHttp } from './paypal-http.js';
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

const ORDERS = '/v2/checkout/orders';
const toOrderPath = (id: string) => `${ORDERS}/${encodeURIComponent(id)}`;
const toCapturePath = (id: string) => `/v2/payments/captures/${encodeURIComponent(id)}`;

/** PayPal, its sandbox, or the simulator; only URL and keys differ. */
export class PaypalProvider implements PaymentProvider {
  readonly name = 'paypal';
  // PayPal takes no rupees.
  readonly currency = 'USD';
  readonly mode: PaypalConfig['mode'];
  readonly payee: string | undefined;
  readonly clientId: string | null;
  readonly #http: PaypalHttp;

  constructor(private readonly config: PaypalConfig) {
    this.mode = config.mode;
    this.payee = config.payee;
    // The simulator has no script for the browser.
    this.clientId = config.mode === 'test' ? null : config.clientId;
    this.#http = new PaypalHttp(config);
  }

  clientToken() {
    return this.#post('/v1/identity/generate-token', clientTokenResponse);
  }

  createOrder(order: NewProviderOrder, requestId: string) {
    const { orderId, item, amountMinor, currency, mark, returnUrl, cancelUrl } = order;
    // PayPal's pages do not exist in Kannada.
    const locale = this.mode === 'test' && order.locale === 'kn' ? 'kn-IN' : 'en-US';
    const unit = {
      reference_id: mark,
      custom_id: orderId,
      invoice_id: orderId,
      description: describeItem(this.config, item, order.locale),
      amount: { currency_code: currency, value: toDecimalString(amountMinor) },
    };
    const experience = {
      locale,
      shipping_preference: 'NO_SHIPPING',
      user_action: 'PAY_NOW',
      return_url: returnUrl,
      cancel_url: cancelUrl,
    };
    return this.#post(ORDERS, newOrderResponse(this.mode), requestId, {
      intent: 'CAPTURE',
      purchase_units: [unit],
      payment_source: { paypal: { experience_context: experience } },
    });
  }

  getOrder(id: string) {
    return this.#http.call({ path: toOrderPath(id), answer: orderResponse });
  }

  captureOrder(id: string, requestId: string) {
    return this.#post(`${toOrderPath(id)}/capture`, orderResponse, requestId);
  }

  getCapture(id: string) {
    return this.#http.call({ path: toCapturePath(id), answer: captureResponse });
  }

  listRefunds(id: string) {
    return this.#http.call({ path: toOrderPath(id), answer: orderRefundsResponse });
  }

  listPayments(from: Date, to: Date) {
    return listPayments(this.#http, from, to);
  }

  async findOrder(payment: ListedPayment) {
    const capture = { path: toCapturePath(payment.captureId), answer: captureOrderResponse };
    const id = payment.providerOrderId ?? (await this.#http.call(capture));
    return this.#http.call({ path: toOrderPath(id), answer: foundOrderResponse });
  }

  refund(captureId: string, requestId: string) {
    return this.#post(`${toCapturePath(captureId)}/refund`, refundResponse, requestId);
  }

  /** PayPal's signature is not checked, because nothing in a webhook is believed. */
  readEvent(_headers: Record<string, string>, body: Buffer) {
    return parseWebhookEvent(body);
  }

  #post<T extends z.ZodType>(path: string, answer: T, requestId?: string, body: object = {}) {
    const headers = {
      prefer: 'return=representation',
      ...(requestId && { 'paypal-request-id': requestId }),
    };
    return this.#http.call({ path, answer, body, headers });
  }
}
