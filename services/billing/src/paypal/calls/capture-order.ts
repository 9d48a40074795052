import type { ProviderOrder } from '../../provider/payment-provider.js';
import type { PaypalHttp } from '../http/paypal-http.js';
import { orderAnswer } from './answers.js';

/** Takes the money. That it answers is no proof of payment: the capture's status is. */
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
