import { randomId } from '../errors.ts';
import type { Simulator } from '../simulator.ts';
import type { Account } from '../store/account.ts';
import type { Payment, PaymentRefund } from '../store/model.ts';
import { linkBody, paymentBody, paymentRefundBody } from './bodies.ts';
import { findLink, findPayment } from './links.ts';

/** What Razorpay tells of a payment: of one that is captured, that its link is paid too. */
export function sendPaymentEvents(simulator: Simulator, account: Account, payment: Payment): void {
  const of = { payment: { entity: paymentBody(account, payment) } };
  send(simulator, account, `payment.${payment.status}`, of);
  if (payment.status !== 'captured') return;
  const link = { entity: linkBody(account, findLink(account, payment.linkId), simulator) };
  send(simulator, account, 'payment_link.paid', { payment_link: link, ...of });
}

export function sendPaymentRefundEvent(
  simulator: Simulator,
  account: Account,
  refund: PaymentRefund,
): void {
  const payment = findPayment(account, refund.paymentId);
  const type = refund.status === 'pending' ? 'refund.created' : `refund.${refund.status}`;
  send(simulator, account, type, {
    refund: { entity: paymentRefundBody(refund, payment.currency) },
    payment: { entity: paymentBody(account, payment) },
  });
}

function send(simulator: Simulator, account: Account, type: string, payload: object): void {
  const body = JSON.stringify({
    entity: 'event',
    account_id: `acc_${account.merchantId}`,
    event: type,
    contains: Object.keys(payload),
    payload,
    // The real time, whatever the clock of the account.
    created_at: Math.floor(Date.now() / 1_000),
  });
  simulator.webhookSender.sendNew(account, { id: randomId(14), type, body }, true);
}
