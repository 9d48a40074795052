import { formatMoney, type Order } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { useDates } from '@/lib/dates';

/** What names an order in buttons and questions. */
export const useOrderName = () => {
  const { t } = useTranslation('receipts');
  const { formatDateTime } = useDates();
  return ({ item, amount, currency, createdAt }: Order) => ({
    item: t(`item.${item}`),
    amount: formatMoney(amount, currency),
    when: formatDateTime(createdAt),
  });
};
