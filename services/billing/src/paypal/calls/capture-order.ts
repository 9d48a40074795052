import type { ProviderOrder } from '../../provider/payment-provider.js';
import type { PaypalHttp } from '../http/paypal-http.js';
import { orderAnswer } from './answers.js';

/** Captures the order. Only the status of the capture proves the payment. */
export const captureOrder = (
  http: PaypalHttp,
  id: string,
  requestId: string,
): Promise<ProviderOrder> =>
  http.call({
    method: 'POST',
    path: `/v2/checkout/orders/${encodeURIComponent(id)}/capture`,
    body: {},
    requestId,
    answer: orderAnswer,
  });
