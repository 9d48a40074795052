import { defaultHourlyPrice, toDecimal, type Currency } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { Card } from '@/components/ui/card';
import { ErrorState } from '@/components/ui/error-state';
import { useLanguage } from '@/i18n/use-language';
import { formatMoney } from '@/lib/money';
import { useHourlyPrices } from '../api/prices';

interface PriceCardProps {
  currency: Currency;
  amount: string | undefined;
}

function PriceCard({ currency, amount }: PriceCardProps) {
  const { t } = useTranslation('billing');
  const language = useLanguage();
  const shown = amount ?? toDecimal(defaultHourlyPrice[currency]);
  return (
    <Card className="flex flex-col">
      <dt className="text-ink-2">
        {t(currency === 'USD' ? 'pricing.usd' : 'pricing.inr')} ({currency})
      </dt>
      <dd>
        <span className="block text-3xl font-semibold tabular-nums">
          {formatMoney(shown, currency, language)}
        </span>
        <span className="text-ink-2">{t('pricing.perSession')}</span>
        {amount === undefined && (
          <span className="block text-sm text-ink-3">{t('pricing.loading')}</span>
        )}
      </dd>
    </Card>
  );
}

/** What an hour costs now, in both currencies; the usual prices until they are known. */
export function PriceCards() {
  const { t } = useTranslation('billing');
  const prices = useHourlyPrices();
  return (
    <section aria-labelledby="current-prices">
      <h2 id="current-prices" className="sr-only">
        {t('pricing.current')}
      </h2>
      <dl className="grid gap-6 sm:grid-cols-2">
        <PriceCard currency="USD" amount={prices.data?.usd_hourly} />
        <PriceCard currency="INR" amount={prices.data?.inr_hourly} />
      </dl>
      {prices.isError && (
        <ErrorState
          title={t('pricing.loadFailed')}
          error={prices.error}
          onRetry={() => void prices.refetch()}
        />
      )}
    </section>
  );
}
