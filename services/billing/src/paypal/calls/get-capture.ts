import type { ProviderCapture } from '../../provider/payment-provider.js';
import type { PaypalHttp } from '../http/paypal-http.js';
import { captureAnswer } from './answers.js';

export const getCapture = (http: PaypalHttp, id: string): Promise<ProviderCapture> =>
  http.call({
    method: 'GET',
    path: `/v2/payments/captures/${encodeURIComponent(id)}`,
    answer: captureAnswer,
  });
