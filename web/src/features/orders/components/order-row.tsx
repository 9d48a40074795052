import type { Order } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/ui/badge';
import { useLanguage } from '@/i18n/use-language';
import { formatMoney } from '@/lib/money';
import { isWaiting } from '../model/waiting';
import { OrderFacts } from './order-facts';
import { OrderStateBadge } from './order-state';
import { RefundButton } from './refund-button';

/** One order: what and how much, where it stands, what is known, what can be done. */
export function OrderRow({ order }: { order: Order }) {
  const { t } = useTranslation(['billing', 'receipts']);
  const language = useLanguage();
  return (
    <li className="grid gap-x-8 gap-y-3 border-b border-line py-6 last:border-b-0 md:grid-cols-[13rem_minmax(0,1fr)_11rem]">
      <div className="flex flex-col items-start gap-2">
        {isWaiting(order) && <Badge tone="amber">{t('orders.refundRequested')}</Badge>}
        <h2 className="text-base">{t(`receipts:item.${order.item}`)}</h2>
        <p className="text-xl font-semibold tabular-nums">
          {formatMoney(order.amount, order.currency, language)}
        </p>
        <OrderStateBadge state={order.state} />
      </div>
      <OrderFacts order={order} />
      {order.state === 'paid' && (
        <div className="md:justify-self-end">
          <RefundButton order={order} />
        </div>
      )}
    </li>
  );
}
