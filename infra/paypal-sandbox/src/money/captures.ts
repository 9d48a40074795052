import type { Fault } from '../faults.ts';
import { notFoundError, randomId, unprocessable } from '../errors.ts';
import type { Account } from '../store/account.ts';
import type { Capture, Order } from '../store/model.ts';
import { findOrder } from './orders.ts';
import { approvalPage, type Origins } from './response-bodies.ts';

/** Captures the payment of an approved order, once. */
export function captureOrder(account: Account, id: string, origins: Origins): Capture {
  const order = findOrder(account, id);
  if (order.captureId !== undefined) {
    throw unprocessable('ORDER_ALREADY_CAPTURED', 'Order already captured.');
  }
  const { approval } = order;
  if (approval === undefined) {
    throw unprocessable('ORDER_NOT_APPROVED', 'Payer has not yet approved the Order for payment.', [
      { href: approvalPage(id, origins), rel: 'payer-action', method: 'GET' },
    ]);
  }
  assertInvoiceUnpaid(account, order.invoiceId);
  const fault = account.faults.consumeOutcomeFault('captureOrder');
  if (fault?.kind === 'refuse') throw unprocessable(fault.issue, 'Refused by an injected fault.');
  if (fault?.kind === 'decline' || (fault === undefined && approval.choice === 'decline')) {
    throw unprocessable(
      'INSTRUMENT_DECLINED',
      'The instrument presented was declined by the bank.',
      [{ href: approvalPage(id, origins), rel: 'redirect', method: 'GET' }],
    );
  }
  const { now } = account;
  const capture = account.save('capture', {
    id: randomId(),
    orderId: id,
    status: toCaptureStatus(fault?.kind ?? approval.choice),
    amount: order.amount,
    customId: order.customId,
    invoiceId: order.invoiceId,
    createdAt: now,
    updatedAt: now,
    ...(fault?.kind === 'altered' ? alterCapture(order, fault) : {}),
  });
  account.save('order', { ...order, status: 'COMPLETED', captureId: capture.id, updatedAt: now });
  return capture;
}

export function findCapture(account: Account, id: string): Capture {
  const capture = account.get('capture', id);
  if (capture === undefined) throw notFoundError();
  return capture;
}

/** Ends the review of a pending capture. */
export function resolvePendingCapture(
  account: Account,
  id: string,
  status: 'COMPLETED' | 'DECLINED',
): Capture {
  const capture = findCapture(account, id);
  if (capture.status !== 'PENDING')
    throw unprocessable('NOT_PENDING', 'The capture is not pending.');
  return account.save('capture', { ...capture, status, updatedAt: account.now });
}

function toCaptureStatus(choice: Fault['kind'] | string): Capture['status'] {
  if (choice === 'pending') return 'PENDING';
  return choice === 'declineCapture' ? 'DECLINED' : 'COMPLETED';
}

function assertInvoiceUnpaid(account: Account, invoiceId: string | undefined): void {
  if (invoiceId === undefined) return;
  const paid = account
    .all('capture')
    .some((one) => one.invoiceId === invoiceId && one.status !== 'DECLINED');
  if (paid) throw unprocessable('DUPLICATE_INVOICE_ID', 'Duplicate Invoice ID detected.');
}

function alterCapture({ amount, customId }: Order, { capture }: Fault): Partial<Capture> {
  return {
    amount: {
      value: capture.value ?? amount.value,
      currency_code: capture.currency ?? amount.currency_code,
    },
    customId: capture.customId ?? customId,
    payee: capture.payee,
  };
}
