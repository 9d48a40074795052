import { useTranslation } from 'react-i18next';
import { useLanguage } from '@/i18n/use-language';
import { formatMoney } from '@/lib/money';
import { isSameMoney, type Money } from '../model/money';

/** What will really be charged, said before paying; and why, where it is not what was shown. */
export function ChargeLine({ due, shown }: { due: Money; shown: Money }) {
  const { t } = useTranslation('checkout');
  const language = useLanguage();
  const charge = formatMoney(due.amount, due.currency, language);
  if (isSameMoney(due, shown)) return <p className="text-ink-2">{t('charge.same', { charge })}</p>;
  const price = formatMoney(shown.amount, shown.currency, language);
  return (
    <div>
      <p className="font-semibold">{t('charge.other', { charge, price })}</p>
      {shown.currency === 'INR' && due.currency !== 'INR' && (
        <p className="text-sm text-ink-2">{t('charge.reason')}</p>
      )}
    </div>
  );
}
