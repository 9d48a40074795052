import { createHmac } from 'node:crypto';
import { z } from 'zod';
import { randomId, RazorpayError } from '../errors.ts';
import type { Fault } from '../faults.ts';
import { cents } from '../money/amounts.ts';
import type { Account } from '../store/account.ts';
import type { Choice, Link, Payment } from '../store/model.ts';

const MIN_LIFETIME_SECONDS = 15 * 60;

/** The fields of POST /v1/payment_links that are used; others are ignored. */
export const linkInput = z.object({
  amount: z.number().int().min(100),
  currency: z.string().length(3).default('INR'),
  reference_id: z.string().min(1).max(40),
  description: z.string().max(2_048).optional(),
  customer: z.object({ email: z.email().optional() }).optional(),
  notes: z.record(z.string(), z.string().max(255)).default({}),
  callback_url: z.url({ protocol: /^https?$/ }).optional(),
  callback_method: z.literal('get').optional(),
  expire_by: z.number().int().optional(),
});

export function createLink(
  account: Account,
  input: z.output<typeof linkInput>,
  keySecret: string,
): Link {
  const { reference_id: referenceId, expire_by: expireBy } = input;
  if (input.currency !== 'INR') throw new RazorpayError('The currency is not supported');
  if (expireBy !== undefined && expireBy < Date.now() / 1_000 + MIN_LIFETIME_SECONDS)
    throw new RazorpayError('timestamp must be atleast 15 minutes in future');
  if (account.all('link').some((link) => link.referenceId === referenceId)) {
    throw new RazorpayError(
      `payment link with given reference_id: ${referenceId} already exists. Please create a payment link with a different reference_id`,
    );
  }
  return account.save('link', {
    id: `plink_${randomId(14)}`,
    status: 'created',
    amount: input.amount,
    currency: input.currency,
    referenceId,
    description: input.description,
    notes: input.notes,
    email: input.customer?.email,
    callbackUrl: input.callback_url,
    expireBy,
    keySecret,
    createdAt: account.now,
  });
}

export function findLink(account: Account, id: string): Link {
  const link = account.get('link', id);
  if (link === undefined) throw new RazorpayError('The id provided does not exist');
  return link;
}

/** Merchants give the time of expiry by the real clock. */
export const isExpired = ({ expireBy, status }: Link): boolean =>
  status === 'created' && expireBy !== undefined && Date.now() / 1_000 >= expireBy;

export const paymentsOf = (account: Account, { id }: Link): Payment[] =>
  account.all('payment').filter(({ linkId }) => linkId === id);

/** Whether the link can still be paid. */
export const isPayable = (account: Account, link: Link): boolean =>
  link.status === 'created' &&
  !isExpired(link) &&
  paymentsOf(account, link).every(({ status }) => status === 'failed');

/** The buyer pays: at once, not at all, or authorized until the bank has answered. */
export function payLink(
  account: Account,
  link: Link,
  choice: Choice,
  { email, vpa }: { email?: string | undefined; vpa?: string | undefined },
): Payment {
  if (!isPayable(account, link)) throw new RazorpayError('The payment link cannot be paid.');
  const fault = account.faults.consumeOutcomeFault('captureOrder');
  const status = toStatus(fault?.kind ?? choice);
  const orderId = link.orderId ?? `order_${randomId(14)}`;
  account.save('link', { ...link, orderId, ...(status === 'captured' ? { status: 'paid' } : {}) });
  return account.save('payment', {
    id: `pay_${randomId(14)}`,
    linkId: link.id,
    status,
    amount: link.amount,
    currency: link.currency,
    notes: link.notes,
    // Razorpay's address stands for buyers who were not asked.
    email: email ?? link.email ?? 'void@razorpay.com',
    vpa: vpa ?? 'buyer@upi',
    createdAt: account.now,
    ...(fault?.kind === 'altered' ? alterPayment(link, fault) : {}),
  });
}

/** Ends the wait for the bank. */
export function resolvePayment(
  account: Account,
  id: string,
  status: 'captured' | 'failed',
): Payment {
  const payment = findPayment(account, id);
  if (payment.status !== 'authorized') throw new RazorpayError('The payment is not authorized');
  if (status === 'captured') {
    account.save('link', { ...findLink(account, payment.linkId), status: 'paid' });
  }
  return account.save('payment', { ...payment, status });
}

export function findPayment(account: Account, id: string): Payment {
  const payment = account.get('payment', id);
  if (payment === undefined) throw new RazorpayError('The id provided does not exist');
  return payment;
}

/** Where the buyer comes back to, signed; undefined if the merchant named no address. */
export function returnAddress(link: Link, payment: Payment): string | undefined {
  if (link.callbackUrl === undefined) return undefined;
  const signed = [link.id, link.referenceId, link.status, payment.id];
  const url = new URL(link.callbackUrl);
  for (const [name, value] of [
    ['payment_id', payment.id],
    ['payment_link_id', link.id],
    ['payment_link_reference_id', link.referenceId],
    ['payment_link_status', link.status],
    ['signature', createHmac('sha256', link.keySecret).update(signed.join('|')).digest('hex')],
  ] as const) {
    url.searchParams.set(`razorpay_${name}`, value);
  }
  return url.href;
}

function toStatus(choice: Fault['kind'] | Choice): Payment['status'] {
  if (choice === 'pending') return 'authorized';
  return choice === 'decline' || choice === 'declineCapture' ? 'failed' : 'captured';
}

function alterPayment({ amount, notes }: Link, { capture }: Fault): Partial<Payment> {
  return {
    amount: capture.value === undefined ? amount : cents(capture.value),
    ...(capture.currency === undefined ? {} : { currency: capture.currency }),
    notes: capture.customId === undefined ? notes : { ...notes, order_id: capture.customId },
  };
}
