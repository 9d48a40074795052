import { z } from 'zod';

const address = z.url({ protocol: /^https?$/ }).max(4_000);

/** What POST /v2/checkout/orders takes of PayPal's many fields; the others are let through unread. */
export const orderInput = z.object({
  intent: z.literal('CAPTURE'),
  purchase_units: z
    .array(
      z.object({
        amount: z.object({
          currency_code: z.string().length(3),
          value: z
            .string()
            .max(32)
            .regex(/^\d{1,7}(\.\d{2})?$/),
        }),
        custom_id: z.string().min(1).max(255).optional(),
        invoice_id: z.string().min(1).max(127).optional(),
        description: z.string().max(127).optional(),
      }),
    )
    .length(1),
  payment_source: z
    .object({
      paypal: z.object({
        experience_context: z
          .object({
            locale: z
              .string()
              .regex(/^[a-z]{2}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$/)
              .optional(),
            return_url: address.optional(),
            cancel_url: address.optional(),
          })
          .optional(),
      }),
    })
    .optional(),
});
export type OrderInput = z.output<typeof orderInput>;
