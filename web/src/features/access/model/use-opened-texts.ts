import type { OpenedPurchase } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '@/lib/language';
import { serverNow } from '@/lib/clock';
import { formatDate, formatDateTime } from '@/lib/dates';

/** Describes the access that a code or link opens. */
export const useOpenedTexts = () => {
  const { t } = useTranslation(['access', 'receipts']);
  const language = useLanguage();
  const item = ({ item: name }: Pick<OpenedPurchase, 'item'>) => t(`receipts:item.${name}`);
  const day = ({ paidAt }: Pick<OpenedPurchase, 'paidAt'>) => formatDate(paidAt, language);
  /** Until when it gives access. */
  const period = ({ pass }: OpenedPurchase): string => {
    if (!pass) return t('boughtEnded');
    return Date.parse(pass.startsAt) > serverNow()
      ? t('hint.queued', { when: formatDateTime(pass.startsAt, language) })
      : t('hint.running', { when: formatDateTime(pass.expiresAt, language) });
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
