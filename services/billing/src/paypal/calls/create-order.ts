import { toDecimalString } from '@ctdb/contracts';
import { z } from 'zod';
import type { NewProviderOrder } from '../../provider/payment-provider.js';
import type { PaypalHttp } from '../http/paypal-http.js';
import { purchaseWords } from './purchase-words.js';

const answer = z
  .object({ id: z.string(), links: z.array(z.object({ rel: z.string(), href: z.url() })) })
  .transform(({ id, links }, context) => {
    const page = links.find(({ rel }) => rel === 'payer-action' || rel === 'approve');
    if (page !== undefined) return { id, approveUrl: page.href };
    context.issues.push({ code: 'custom', message: 'no page for the buyer', input: links });
    return z.NEVER;
  });

/** Creates an order of one item for immediate capture. */
export const createOrder = (
  http: PaypalHttp,
  order: NewProviderOrder,
  requestId: string,
  locale: string,
): Promise<z.output<typeof answer>> => {
  const { orderId, item, amountMinor, currency } = order;
  return http.call({
    method: 'POST',
    path: '/v2/checkout/orders',
    requestId,
    answer,
    body: {
      intent: 'CAPTURE',
      purchase_units: [
        {
          custom_id: orderId,
          invoice_id: orderId,
          description: purchaseWords[item][order.locale],
          amount: { currency_code: currency, value: toDecimalString(amountMinor) },
        },
      ],
      payment_source: {
        paypal: {
          experience_context: {
            locale,
            shipping_preference: 'NO_SHIPPING',
            user_action: 'PAY_NOW',
            return_url: order.returnUrl,
            cancel_url: order.cancelUrl,
          },
        },
      },
    },
  });
};
