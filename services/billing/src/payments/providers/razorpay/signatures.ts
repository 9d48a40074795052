import { createHmac, timingSafeEqual } from 'node:crypto';
import { DomainError, rupeeReturnQuery, webhookHeaders } from '@ctdb/contracts';
import { z } from 'zod';
import { orUndefined, parseJson } from '../provider-http.js';
import type { ProviderEvent } from '../payment-provider.js';

const isSigned = (text: string | Buffer, key: string, signature: string): boolean => {
  const expected = Buffer.from(createHmac('sha256', key).update(text).digest('hex'));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
};

/** The link that a buyer comes back from; `undefined` if Razorpay has not made the address. */
export const readReturn = (query: Record<string, string>, secret: string): string | undefined => {
  const { data } = rupeeReturnQuery.safeParse(query);
  if (data === undefined) return undefined;
  const { razorpay_payment_link_id: link, razorpay_signature: signature } = data;
  const { razorpay_payment_link_reference_id: reference } = data;
  const { razorpay_payment_link_status: status, razorpay_payment_id: payment } = data;
  return isSigned([link, reference, status, payment].join('|'), secret, signature)
    ? link
    : undefined;
};

const text = orUndefined(z.string());
const entity = <T extends z.ZodRawShape>(shape: T) =>
  orUndefined(z.object({ entity: z.object(shape) }));

const event = z.object({
  event: z.string().max(200),
  payload: z.object({
    payment_link: entity({ id: text, reference_id: text }),
    payment: entity({
      id: text,
      description: text,
      notes: orUndefined(z.object({ order_id: text })),
    }),
    refund: entity({ payment_id: text }),
    dispute: entity({ payment_id: text }),
  }),
});

/** Razorpay describes the payment of a link by the link's id. */
export const toLinkId = (description = ''): string | undefined =>
  /^#[A-Za-z\d]{14}$/.test(description) ? `plink_${description.slice(1)}` : undefined;

/** The event of a webhook, if the body has one; throws `INVALID_SIGNATURE` if it is not Razorpay's. */
export const readWebhook = (
  headers: Record<string, string>,
  body: Buffer,
  secret: string | undefined,
): ProviderEvent | undefined => {
  const signature = webhookHeaders.razorpay.safeParse(headers).data?.['x-razorpay-signature'];
  if (!secret || !signature || !isSigned(body, secret, signature))
    throw new DomainError('INVALID_SIGNATURE');
  const { data } = event.safeParse(parseJson(body));
  if (data === undefined) return undefined;
  const { event: type, payload } = data;
  const { payment_link: link, payment, refund, dispute } = payload;
  return {
    type,
    isReversal: type === 'payment.dispute.lost',
    orderId: link?.entity.reference_id ?? payment?.entity.notes?.order_id,
    providerOrderId: link?.entity.id ?? toLinkId(payment?.entity.description),
    captureId: payment?.entity.id ?? refund?.entity.payment_id ?? dispute?.entity.payment_id,
  };
};
