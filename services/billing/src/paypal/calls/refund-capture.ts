import { z } from 'zod';
import type { ProviderRefund } from '../../provider/payment-provider.js';
import type { PaypalHttp } from '../http/paypal-http.js';

const answer = z.object({
  id: z.string(),
  status: z.enum(['COMPLETED', 'PENDING', 'FAILED', 'CANCELLED']),
});

/** Refunds the remaining amount of a capture. */
export const refundCapture = (
  http: PaypalHttp,
  captureId: string,
  requestId: string,
): Promise<ProviderRefund> =>
  http.call({
    method: 'POST',
    path: `/v2/payments/captures/${encodeURIComponent(captureId)}/refund`,
    body: {},
    requestId,
    answer,
  });
