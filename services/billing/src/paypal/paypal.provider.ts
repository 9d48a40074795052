import type { Currency, PaymentMode, WebhookHeaders } from '@ctdb/contracts';
import type {
  NewProviderOrder,
  PaymentProvider,
  ProviderCapture,
  ProviderEvent,
  ProviderOrder,
  ProviderRefund,
} from '../provider/payment-provider.js';
import { captureOrder } from './calls/capture-order.js';
import { clientToken } from './calls/client-token.js';
import { createOrder } from './calls/create-order.js';
import { getCapture } from './calls/get-capture.js';
import { getOrder } from './calls/get-order.js';
import { refundCapture } from './calls/refund-capture.js';
import { PaypalHttp } from './http/paypal-http.js';
import type { PaypalConfig } from './paypal.config.js';
import { WebhookReader } from './webhook/webhook-reader.js';

/** PayPal, its sandbox, or the simulator; only URL and keys differ. */
export class PaypalProvider implements PaymentProvider {
  readonly mode: PaymentMode;
  readonly clientId: string | null;
  readonly currencies: readonly Currency[] = ['USD'];
  readonly #http: PaypalHttp;
  readonly #webhooks: WebhookReader;

  constructor(config: PaypalConfig) {
    this.mode = config.mode;
    // The simulator has no script for the browser.
    this.clientId = config.mode === 'test' ? null : config.clientId;
    this.#http = new PaypalHttp(config);
    this.#webhooks = new WebhookReader(config);
  }

  clientToken(): Promise<string> {
    return clientToken(this.#http);
  }

  createOrder(
    order: NewProviderOrder,
    requestId: string,
  ): Promise<{ id: string; approveUrl: string }> {
    // PayPal's pages do not exist in Kannada.
    const locale = this.mode === 'test' && order.locale === 'kn' ? 'kn-IN' : 'en-US';
    return createOrder(this.#http, order, requestId, locale);
  }

  getOrder(id: string): Promise<ProviderOrder> {
    return getOrder(this.#http, id);
  }

  captureOrder(id: string, requestId: string): Promise<ProviderOrder> {
    return captureOrder(this.#http, id, requestId);
  }

  getCapture(id: string): Promise<ProviderCapture> {
    return getCapture(this.#http, id);
  }

  refund(captureId: string, requestId: string): Promise<ProviderRefund> {
    return refundCapture(this.#http, captureId, requestId);
  }

  readEvent(headers: WebhookHeaders, body: Buffer, now: number): Promise<ProviderEvent> {
    return this.#webhooks.read(headers, body, now);
  }
}
