import { z } from 'zod';
import type { PaypalHttp } from '../http/paypal-http.js';

const answer = z
  .object({ client_token: z.string().min(1) })
  .transform((value) => value.client_token);

/** The client token for PayPal's script in the browser. */
export const clientToken = (http: PaypalHttp): Promise<string> =>
  http.call({ method: 'POST', path: '/v1/identity/generate-token', body: {}, answer });
