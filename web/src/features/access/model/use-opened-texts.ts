import type { OpenedPurchase } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { serverNow } from '@/lib/clock';
import { useDates } from '@/lib/dates';

/** Describes the access that a code or link opens. */
export const useOpenedTexts = () => {
  const { t } = useTranslation(['access', 'receipts']);
  const { formatDate, formatDateTime } = useDates();
  const item = ({ item: name }: Pick<OpenedPurchase, 'item'>) => t(`receipts:item.${name}`);
  const day = ({ paidAt }: Pick<OpenedPurchase, 'paidAt'>) => formatDate(paidAt);
  /** Until when it gives access. */
  const period = ({ pass }: OpenedPurchase): string => {
    if (!pass) return t('boughtEnded');
    return Date.parse(pass.startsAt) > serverNow()
      ? t('hint.queued', { when: formatDateTime(pass.startsAt) })
      : t('hint.running', { when: formatDateTime(pass.expiresAt) });
  };
  return {
    item,
    day,
    period,
    name: (purchase: OpenedPurchase): string => `${item(purchase)}, ${day(purchase)}`,
    dates: (purchase: OpenedPurchase): string =>
      `${t('bought', { date: day(purchase) })} ${period(purchase)}`,
  };
};
