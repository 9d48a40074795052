import { notFound, refused } from '../http/paypal-error.ts';
import { randomId } from '../random.ts';
import type { Account } from '../store/account.ts';
import type { Choice, Order } from '../store/model.ts';
import { cents, isSupported } from './amounts.ts';
import type { OrderInput } from './order-input.ts';

export function createOrder(account: Account, input: OrderInput): Order {
  const [unit] = input.purchase_units;
  if (unit === undefined) throw notFound();
  if (!isSupported(unit.amount.currency_code)) {
    throw refused('CURRENCY_NOT_SUPPORTED', 'Currency code is not currently supported.');
  }
  if (cents(unit.amount.value) === 0) {
    throw refused('CANNOT_BE_ZERO_OR_NEGATIVE', 'Must be greater than zero.');
  }
  const context = input.payment_source?.paypal.experience_context;
  const { now } = account;
  return account.put('order', {
    id: randomId(),
    status: input.payment_source ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
    amount: unit.amount,
    ...(unit.custom_id === undefined ? {} : { customId: unit.custom_id }),
    ...(unit.invoice_id === undefined ? {} : { invoiceId: unit.invoice_id }),
    ...(unit.description === undefined ? {} : { description: unit.description }),
    locale: context?.locale ?? 'en-US',
    ...(context?.return_url === undefined ? {} : { returnUrl: context.return_url }),
    ...(context?.cancel_url === undefined ? {} : { cancelUrl: context.cancel_url }),
    createdAt: now,
    updatedAt: now,
  });
}

export function findOrder(account: Account, id: string): Order {
  const order = account.get('order', id);
  if (order === undefined) throw notFound();
  return order;
}

/** The buyer agrees; may be repeated with another choice as long as nothing is captured. */
export function approveOrder(account: Account, id: string, choice: Choice, email: string): Order {
  const order = findOrder(account, id);
  if (order.captureId !== undefined) {
    throw refused('ORDER_ALREADY_CAPTURED', 'Order already captured.');
  }
  const payerId = order.approval?.payerId ?? randomId(13);
  return account.put('order', {
    ...order,
    status: 'APPROVED',
    approval: { choice, email, payerId },
    updatedAt: account.now,
  });
}
