import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Approval,
  type Change,
  isPayable,
  type Order,
  type Payment,
  randomId,
  type Refund,
  sumOf,
  toMinor,
} from '../records/model.ts';
import { notFoundError, RejectedError } from '../records/errors.ts';
import { type Fault, outcomes } from '../records/faults.ts';
import type { Account } from '../records/store.ts';
import { paypalEvent } from './paypal-bodies.ts';
import { razorpayEvents } from './razorpay-bodies.ts';

const MAX_ATTEMPTS = 10;
const INITIAL_BACKOFF_MS = 250;
const RESPONSE_TIMEOUT_MS = 15_000;
/** Razorpay's address stands for buyers who were not asked. */
const NO_EMAIL = 'void@razorpay.com';

export function findOrder(account: Account, id: string): Order {
  const order = account.get('order', id);
  if (order === undefined) throw notFoundError();
  return order;
}

export function findPayment(account: Account, id: string): { order: Order; payment: Payment } {
  const found = account.payments.find(({ payment }) => payment.id === id);
  if (found === undefined) throw notFoundError();
  return found;
}

export function findRefund(account: Account, id: string) {
  for (const { order, payment } of account.payments) {
    const refund = payment.refunds.find((one) => one.id === id);
    if (refund !== undefined) return { order, payment, refund };
  }
  throw notFoundError();
}

/**
 * What buyers, merchants and banks do, at both providers alike. Each change is an event, which is saved, and
 * sent to the merchants' webhooks until these respond with 2xx.
 */
export class Payments {
  readonly #closing = new AbortController();

  /** Ends the sending of events. */
  close(): void {
    this.#closing.abort();
  }

  /** The buyer agrees: at Razorpay it is the payment, at PayPal the merchant captures it. */
  approve(account: Account, order: Order, approval: Approval): Payment | undefined {
    if (!isPayable(order))
      throw new RejectedError('ORDER_ALREADY_CAPTURED', 'The order cannot be paid.');
    if (order.provider === 'razorpay')
      return this.#pay(account, order, approval, consumeFault(account, 'captureOrder'));
    account.save('order', { ...order, approval });
    this.#send(account, { order: findOrder(account, order.id) });
    return undefined;
  }

  /** Captures the payment of an approved order, once. */
  capture(account: Account, order: Order): Payment {
    const { approval, invoiceId, payments } = order;
    if (payments.length > 0)
      throw new RejectedError('ORDER_ALREADY_CAPTURED', 'Order already captured.');
    if (approval === undefined)
      throw new RejectedError('ORDER_NOT_APPROVED', 'Payer has not yet approved the Order.');
    const isPaid = (other: Order) =>
      other.invoiceId === invoiceId && other.payments.some(({ status }) => status !== 'DECLINED');
    if (invoiceId !== undefined && account.all('order').some(isPaid))
      throw new RejectedError('DUPLICATE_INVOICE_ID', 'Duplicate Invoice ID detected.');
    const fault = consumeFault(account, 'captureOrder');
    if (fault === undefined && approval.choice === 'decline')
      throw new RejectedError('INSTRUMENT_DECLINED', 'The bank declined the instrument.');
    return this.#pay(account, order, approval, fault);
  }

  /** Ends the review of a pending payment. */
  resolve(account: Account, id: string, status: 'COMPLETED' | 'DECLINED'): void {
    const { order, payment } = findPayment(account, id);
    if (payment.status !== 'PENDING')
      throw new RejectedError('NOT_PENDING', 'The payment is not pending.');
    payment.status = status;
    this.#save(account, order, payment);
  }

  /** Refunds a payment; without an amount the rest. */
  refund(account: Account, id: string, amountMinor?: number): Refund {
    const { order, payment } = findPayment(account, id);
    if (payment.status !== 'COMPLETED')
      throw new RejectedError('REFUND_NOT_ALLOWED', 'Only captured payments can be refunded');
    const left = payment.amountMinor - sumOf(payment, ['COMPLETED', 'PENDING']);
    if (left === 0)
      throw new RejectedError('CAPTURE_FULLY_REFUNDED', 'The payment has been fully refunded');
    if ((amountMinor ?? left) > left)
      throw new RejectedError('REFUND_AMOUNT_EXCEEDED', 'The amount is greater than the rest');
    const fault = consumeFault(account, 'refund');
    const refund: Refund = {
      id: order.provider === 'razorpay' ? `rfnd_${randomId(14)}` : randomId(),
      status: fault?.kind === 'pending' ? 'PENDING' : 'COMPLETED',
      amountMinor: amountMinor ?? left,
      createdAt: account.now,
    };
    payment.refunds.push(refund);
    this.#save(account, order, payment, refund);
    return refund;
  }

  /** Ends a pending refund. */
  resolveRefund(account: Account, id: string, status: 'COMPLETED' | 'FAILED'): void {
    const { order, payment, refund } = findRefund(account, id);
    if (refund.status !== 'PENDING')
      throw new RejectedError('NOT_PENDING', 'The refund is not pending.');
    refund.status = status;
    this.#save(account, order, payment, refund);
  }

  #pay(account: Account, order: Order, { choice, email }: Approval, fault?: Fault): Payment {
    const altered = fault?.kind === 'altered' ? fault.capture : {};
    const payment: Payment = {
      id: order.provider === 'razorpay' ? `pay_${randomId(14)}` : randomId(),
      status: toStatus(fault?.kind ?? choice),
      amountMinor: altered.value === undefined ? order.amountMinor : toMinor(altered.value),
      currency: altered.currency ?? order.currency,
      customId: altered.customId ?? order.customId,
      email: email ?? order.email ?? NO_EMAIL,
      createdAt: account.now,
      refunds: [],
    };
    order.payments.push(payment);
    this.#save(account, order, payment);
    return payment;
  }

  #save(account: Account, order: Order, payment: Payment, refund?: Refund): void {
    account.save('order', order);
    this.#send(account, { order, payment, refund });
  }

  #send(account: Account, change: Change): void {
    const isRazorpay = change.order.provider === 'razorpay';
    const events = isRazorpay ? razorpayEvents(change) : [paypalEvent(account, change)];
    for (const { id, type, content } of events) {
      const body = JSON.stringify(content);
      account.save('event', { id, type, body, createdAt: account.now });
      // PayPal's webhooks prove nothing.
      const signature = createHmac('sha256', account.secret ?? '').update(body);
      const signed = isRazorpay && { 'x-razorpay-signature': signature.digest('hex') };
      const headers = { 'content-type': 'application/json', ...signed };
      for (const { url } of account.all('webhook'))
        if (url !== undefined)
          this.#deliver(url, headers, body).catch((error: unknown) => {
            if (!this.#closing.signal.aborted) console.error(error);
          });
    }
  }

  async #deliver(url: string, headers: Record<string, string>, body: string): Promise<void> {
    const { signal } = this.#closing;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const timeout = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
      const request = { method: 'POST', headers, body, redirect: 'error' } as const;
      const response = await fetch(url, { ...request, signal: timeout }).catch(() => undefined);
      await response?.body?.cancel();
      if (response?.ok) return;
      await sleep(INITIAL_BACKOFF_MS * 2 ** attempt, undefined, { signal });
    }
  }
}

function consumeFault(account: Account, call: 'captureOrder' | 'refund'): Fault | undefined {
  const fault = account.consumeFault(call, outcomes);
  if (fault?.kind === 'refuse') throw new RejectedError(fault.issue, 'An injected fault.');
  return fault;
}

function toStatus(outcome: string): Payment['status'] {
  if (outcome === 'pending') return 'PENDING';
  return outcome.startsWith('decline') ? 'DECLINED' : 'COMPLETED';
}
