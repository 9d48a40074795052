import type { ProviderOrder } from '../../provider/payment-provider.js';
import type { PaypalHttp } from '../http/paypal-http.js';
import { orderAnswer } from './answers.js';

export const getOrder = (http: PaypalHttp, id: string): Promise<ProviderOrder> =>
  http.call({
    method: 'GET',
    path: `/v2/checkout/orders/${encodeURIComponent(id)}`,
    answer: orderAnswer,
  });
