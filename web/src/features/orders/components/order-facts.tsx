import type { Order } from '@ctdb/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '@/i18n/use-language';
import { formatMoment } from '@/lib/moments';

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <div className="flex min-w-0 flex-wrap items-baseline gap-x-2 sm:block">
      <dt className="text-sm text-ink-3">{name}</dt>
      <dd className="wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}

/** What else is known of an order. */
export function OrderFacts({ order }: { order: Order }) {
  const { t } = useTranslation('billing');
  const language = useLanguage();
  const moment = (value: string | undefined) => value && formatMoment(value, language);
  const { startsAt, endsAt, refundedBy: name } = order;
  const refunded = moment(order.refundedAt);
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
      <Fact name={t('orders.ordered')}>{moment(order.createdAt)}</Fact>
      <Fact name={t('orders.paid')}>{moment(order.paidAt)}</Fact>
      <Fact name={t('orders.access')}>
        {startsAt && endsAt && t('orders.range', { from: moment(startsAt), to: moment(endsAt) })}
      </Fact>
      <Fact name={t('orders.payer')}>{order.payerEmail}</Fact>
      <Fact name={t('orders.receipt')}>{order.receiptCode}</Fact>
      <Fact name={t('orders.reference')}>{order.reference}</Fact>
      <Fact name={t('orders.requested')}>{moment(order.refundRequestedAt)}</Fact>
      <Fact name={t('orders.refunded')}>
        {refunded && name ? t('orders.refundedBy', { when: refunded, name }) : refunded}
      </Fact>
    </dl>
  );
}
