import type { OrderState } from '@ctdb/contracts';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Badge } from '@/components/ui/badge';

const tones: Record<OrderState, ComponentProps<typeof Badge>['tone']> = {
  created: 'gray',
  open: 'gray',
  capturing: 'blue',
  pending: 'amber',
  paid: 'green',
  denied: 'red',
  abandoned: 'gray',
  refunding: 'blue',
  refunded: 'gray',
};

/** Where an order stands, in a word and a colour that say the same. */
export function OrderStateBadge({ state }: { state: OrderState }) {
  const { t } = useTranslation('billing');
  return <Badge tone={tones[state]}>{t(`orders.state.${state}`)}</Badge>;
}
