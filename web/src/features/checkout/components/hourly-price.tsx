import { useTranslation } from 'react-i18next';
import { Button } from '@/components/ui/button';
import { useLanguage } from '@/i18n/use-language';
import { formatMoney } from '@/lib/money';
import type { useHourlyPrice } from '@/lib/pricing';

/** What one hour costs; says so where the figure only stands in for the price. */
export function HourlyPrice({ price }: { price: ReturnType<typeof useHourlyPrice> }) {
  const { t } = useTranslation('checkout');
  const language = useLanguage();
  const { amount, currency, isLoaded, isError, refetch } = price;
  return (
    <div>
      <h2 className="text-lg">{t('hourly.price.title')}</h2>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-3">
        <span className="text-3xl font-semibold tabular-nums">
          {formatMoney(amount, currency, language)}
        </span>
        <span className="text-ink-2">{t('hourly.price.per')}</span>
      </p>
      {!isLoaded && <p className="mt-1 text-sm text-ink-2">{t('hourly.price.estimate')}</p>}
      {isError && (
        <Button className="mt-3" onClick={() => void refetch()}>
          {t('hourly.price.retry')}
        </Button>
      )}
    </div>
  );
}
