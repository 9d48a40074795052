import type { Fault } from '../control/faults.ts';
import { notFound, refused } from '../http/paypal-error.ts';
import { randomId } from '../random.ts';
import type { Account } from '../store/account.ts';
import type { Capture } from '../store/model.ts';
import { approvalPage, type Origins } from './bodies.ts';
import { findOrder } from './orders.ts';

/** Takes the money of an approved order, once. */
export function captureOrder(account: Account, id: string, origins: Origins): Capture {
  const order = findOrder(account, id);
  if (order.captureId !== undefined) {
    throw refused('ORDER_ALREADY_CAPTURED', 'Order already captured.');
  }
  const { approval } = order;
  if (approval === undefined) {
    throw refused('ORDER_NOT_APPROVED', 'Payer has not yet approved the Order for payment.', [
      { href: approvalPage(id, origins), rel: 'payer-action', method: 'GET' },
    ]);
  }
  refuseSecondPayment(account, order.invoiceId);
  const fault = account.faults.takeOutcome('captureOrder');
  if (fault?.kind === 'refuse') throw refused(fault.issue, 'Refused, as the test asked for.');
  if (fault?.kind === 'decline' || (fault === undefined && approval.choice === 'decline')) {
    throw refused('INSTRUMENT_DECLINED', 'The instrument presented was declined by the bank.', [
      { href: approvalPage(id, origins), rel: 'redirect', method: 'GET' },
    ]);
  }
  const { now } = account;
  const capture = account.put('capture', {
    id: randomId(),
    orderId: id,
    status: statusOf(fault?.kind ?? approval.choice),
    amount: order.amount,
    ...(order.customId === undefined ? {} : { customId: order.customId }),
    ...(order.invoiceId === undefined ? {} : { invoiceId: order.invoiceId }),
    createdAt: now,
    updatedAt: now,
    ...(fault?.kind === 'altered' ? altered(order.amount, fault) : {}),
  });
  account.put('order', { ...order, status: 'COMPLETED', captureId: capture.id, updatedAt: now });
  return capture;
}

export function findCapture(account: Account, id: string): Capture {
  const capture = account.get('capture', id);
  if (capture === undefined) throw notFound();
  return capture;
}

/** What becomes of a capture that is held for review. */
export function settleCapture(
  account: Account,
  id: string,
  status: 'COMPLETED' | 'DECLINED',
): Capture {
  const capture = findCapture(account, id);
  if (capture.status !== 'PENDING') throw refused('NOT_PENDING', 'The capture is not pending.');
  return account.put('capture', { ...capture, status, updatedAt: account.now });
}

function statusOf(choice: Fault['kind'] | string): Capture['status'] {
  if (choice === 'pending') return 'PENDING';
  return choice === 'declineCapture' ? 'DECLINED' : 'COMPLETED';
}

/** An invoice is paid once. */
function refuseSecondPayment(account: Account, invoiceId: string | undefined): void {
  if (invoiceId === undefined) return;
  const paid = account
    .all('capture')
    .some((one) => one.invoiceId === invoiceId && one.status !== 'DECLINED');
  if (paid) throw refused('DUPLICATE_INVOICE_ID', 'Duplicate Invoice ID detected.');
}

function altered(amount: Capture['amount'], { capture }: Fault): Partial<Capture> {
  return {
    amount: {
      value: capture.value ?? amount.value,
      currency_code: capture.currency ?? amount.currency_code,
    },
    ...(capture.customId === undefined ? {} : { customId: capture.customId }),
    ...(capture.payee === undefined ? {} : { payee: capture.payee }),
  };
}
