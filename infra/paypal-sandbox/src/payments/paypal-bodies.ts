import {
  type Change,
  type NewEvent,
  type Order,
  type Payment,
  randomId,
  type Refund,
  statusOf,
  toDecimal,
} from '../records/model.ts';
import type { Account } from '../records/store.ts';

/** PayPal's times have no fractions of a second. */
export const toTime = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');

/** An amount as PayPal writes it. */
const toMoney = (minor: number, currency: string) => ({
  currency_code: currency,
  value: toDecimal(minor),
});

const toPayee = ({ merchantId }: Account) => ({ merchant_id: merchantId });

function toOrderStatus({ payments, approval }: Order): string {
  if (payments.length > 0) return 'COMPLETED';
  return approval === undefined ? 'PAYER_ACTION_REQUIRED' : 'APPROVED';
}

export function orderBody(account: Account, order: Order, pageOrigin = '') {
  const { id, amountMinor, currency, approval, payments } = order;
  return {
    id,
    status: toOrderStatus(order),
    payment_source: { paypal: { email_address: approval?.email } },
    purchase_units: [
      {
        reference_id: order.referenceId,
        amount: toMoney(amountMinor, currency),
        payee: toPayee(account),
        custom_id: order.customId,
        payments: {
          captures: payments.map((payment) => captureBody(account, order, payment)),
          refunds: payments.flatMap((payment) =>
            payment.refunds.map((refund) => refundBody(payment, refund)),
          ),
        },
      },
    ],
    links: [{ href: `${pageOrigin}/pay/${id}`, rel: 'payer-action', method: 'GET' }],
  };
}

export function captureBody(account: Account, order: Order, payment: Payment) {
  return {
    id: payment.id,
    status: statusOf(payment),
    amount: toMoney(payment.amountMinor, payment.currency),
    custom_id: payment.customId,
    payee: toPayee(account),
    supplementary_data: { related_ids: { order_id: order.id } },
  };
}

export function refundBody({ id, currency, customId }: Payment, refund: Refund) {
  return {
    id: refund.id,
    status: refund.status,
    amount: toMoney(refund.amountMinor, currency),
    custom_id: customId,
    create_time: toTime(refund.createdAt),
    links: [{ href: `/v2/payments/captures/${id}`, rel: 'up', method: 'GET' }],
  };
}

const captureTypes = { COMPLETED: 'COMPLETED', PENDING: 'PENDING', DECLINED: 'DENIED' } as const;

/** The event of a change. Bodies have what the product reads. */
export function paypalEvent(account: Account, { order, payment, refund }: Change): NewEvent {
  const id = `WH-${randomId()}`;
  const toEvent = (type: string, resource: object): NewEvent => ({
    id,
    type,
    content: { id, create_time: toTime(account.now), event_type: type, resource },
  });
  if (payment === undefined) return toEvent('CHECKOUT.ORDER.APPROVED', orderBody(account, order));
  if (refund !== undefined) return toEvent('PAYMENT.CAPTURE.REFUNDED', refundBody(payment, refund));
  const type = `PAYMENT.CAPTURE.${captureTypes[payment.status]}`;
  return toEvent(type, captureBody(account, order, payment));
}
