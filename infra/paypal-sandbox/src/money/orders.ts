import { z } from 'zod';
import { notFoundError, randomId, unprocessable } from '../errors.ts';
import type { Account } from '../store/account.ts';
import type { Approval, Order } from '../store/model.ts';
import { cents, isSupported } from './amounts.ts';

const address = z.url({ protocol: /^https?$/ }).max(4_000);

/** The fields of POST /v2/checkout/orders that are used; others are ignored. */
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
        reference_id: z.string().min(1).max(256).optional(),
        custom_id: z.string().min(1).max(127).optional(),
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
type OrderInput = z.output<typeof orderInput>;

export function createOrder(account: Account, input: OrderInput): Order {
  const [unit] = input.purchase_units;
  if (unit === undefined) throw notFoundError();
  if (!isSupported(unit.amount.currency_code)) {
    throw unprocessable('CURRENCY_NOT_SUPPORTED', 'Currency code is not currently supported.');
  }
  if (cents(unit.amount.value) === 0) {
    throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE', 'Must be greater than zero.');
  }
  const context = input.payment_source?.paypal.experience_context;
  const { now } = account;
  return account.save('order', {
    id: randomId(),
    status: input.payment_source ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
    amount: unit.amount,
    referenceId: unit.reference_id,
    customId: unit.custom_id,
    invoiceId: unit.invoice_id,
    description: unit.description,
    locale: context?.locale ?? 'en-US',
    returnUrl: context?.return_url,
    cancelUrl: context?.cancel_url,
    createdAt: now,
    updatedAt: now,
  });
}

export function findOrder(account: Account, id: string): Order {
  const order = account.get('order', id);
  if (order === undefined) throw notFoundError();
  return order;
}

/** Approves an order; until the capture it may be repeated with another choice. */
export function approveOrder(
  account: Account,
  id: string,
  { choice, email, isGuest }: Omit<Approval, 'payerId'>,
): Order {
  const order = findOrder(account, id);
  if (order.captureId !== undefined) {
    throw unprocessable('ORDER_ALREADY_CAPTURED', 'Order already captured.');
  }
  const payerId = order.approval?.payerId ?? randomId(13);
  return account.save('order', {
    ...order,
    status: 'APPROVED',
    approval: { choice, email, payerId, isGuest },
    updatedAt: account.now,
  });
}
