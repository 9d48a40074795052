import type { Simulator } from '../simulator.ts';
import type { Account } from '../store/account.ts';
import type { Capture, Order, Refund } from '../store/model.ts';
import { cents, decimal, computeFee, formatPayPalTime } from './amounts.ts';

/** Base URLs of links. */
export type Origins = Pick<Simulator, 'origin' | 'pageOrigin'>;

const link = (href: string, rel: string, method = 'GET') => ({ href, rel, method });

export const approvalPage = (id: string, { pageOrigin }: Origins) =>
  `${pageOrigin}/checkoutnow?token=${id}`;

export function orderBody(account: Account, order: Order, origins: Origins) {
  const capture = account.get('capture', order.captureId ?? '');
  const { approval } = order;
  const person = {
    email_address: approval?.email,
    name: { given_name: 'Test', surname: 'Buyer' },
    address: { country_code: 'US' },
  };
  return {
    id: order.id,
    intent: 'CAPTURE',
    status: order.status,
    payment_source: {
      paypal: approval
        ? {
            ...person,
            account_id: approval.payerId,
            account_status: approval.isGuest ? 'UNVERIFIED' : 'VERIFIED',
          }
        : {},
    },
    purchase_units: [
      {
        reference_id: order.referenceId ?? 'default',
        amount: order.amount,
        payee: toPayee(account),
        description: order.description,
        custom_id: order.customId,
        invoice_id: order.invoiceId,
        payments: capture && {
          captures: [captureBody(account, capture, origins)],
          refunds: account
            .all('refund')
            .filter(({ captureId }) => captureId === capture.id)
            .map((refund) => refundBody(account, refund, origins)),
        },
      },
    ],
    payer: approval && { ...person, payer_id: approval.payerId },
    create_time: formatPayPalTime(order.createdAt),
    update_time: formatPayPalTime(order.updatedAt),
    links: orderLinks(order, origins),
  };
}

/** PayPal's short form of an order. */
export function minimalOrder(order: Order, origins: Origins) {
  return { id: order.id, status: order.status, links: orderLinks(order, origins) };
}

function orderLinks(order: Order, origins: Origins) {
  const self = `${origins.origin}/v2/checkout/orders/${order.id}`;
  const page = approvalPage(order.id, origins);
  if (order.status === 'COMPLETED') return [link(self, 'self')];
  return [
    link(self, 'self'),
    ...(order.status === 'PAYER_ACTION_REQUIRED'
      ? [link(page, 'payer-action')]
      : [link(page, 'approve'), link(`${self}/capture`, 'capture', 'POST')]),
  ];
}

export function captureBody(account: Account, capture: Capture, { origin }: Origins) {
  const self = `${origin}/v2/payments/captures/${capture.id}`;
  const gross = cents(capture.amount.value);
  const fee = computeFee(gross);
  const money = (minor: number) => ({ ...capture.amount, value: decimal(minor) });
  return {
    id: capture.id,
    status: capture.status,
    status_details: capture.status === 'PENDING' ? { reason: 'PENDING_REVIEW' } : undefined,
    amount: capture.amount,
    final_capture: true,
    seller_protection: { status: 'NOT_ELIGIBLE' },
    custom_id: capture.customId,
    invoice_id: capture.invoiceId,
    payee: toPayee(account, capture.payee),
    seller_receivable_breakdown: {
      gross_amount: capture.amount,
      paypal_fee: money(fee),
      net_amount: money(gross - fee),
    },
    supplementary_data: { related_ids: { order_id: capture.orderId } },
    create_time: formatPayPalTime(capture.createdAt),
    update_time: formatPayPalTime(capture.updatedAt),
    links: [
      link(self, 'self'),
      link(`${self}/refund`, 'refund', 'POST'),
      link(`${origin}/v2/checkout/orders/${capture.orderId}`, 'up'),
    ],
  };
}

export function refundBody(account: Account, refund: Refund, { origin }: Origins) {
  const capture = account.get('capture', refund.captureId);
  return {
    id: refund.id,
    status: refund.status,
    status_details: refund.status === 'PENDING' ? { reason: 'ECHECK' } : undefined,
    amount: refund.amount,
    custom_id: capture?.customId,
    invoice_id: capture?.invoiceId,
    create_time: formatPayPalTime(refund.createdAt),
    update_time: formatPayPalTime(refund.updatedAt),
    links: [
      link(`${origin}/v2/payments/refunds/${refund.id}`, 'self'),
      link(`${origin}/v2/payments/captures/${refund.captureId}`, 'up'),
    ],
  };
}

function toPayee({ merchantId }: Account, other?: string) {
  return { email_address: 'merchant@example.com', merchant_id: other ?? merchantId };
}
