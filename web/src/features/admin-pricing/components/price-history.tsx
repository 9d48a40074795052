import {
  type Currency,
  defaultHourlyPrice,
  type PriceChange,
  toDecimalString,
  formatMoney,
} from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { Card } from '@/components/ui/card';
import { ErrorState } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { useLanguage } from '@/i18n/language';
import { formatDateTime } from '@/lib/dates';
import { useHourlyPrices, usePriceChanges } from '../api/prices';

interface PriceCardProps {
  currency: Currency;
  amount: string | undefined;
}

function PriceCard({ currency, amount }: PriceCardProps) {
  const { t } = useTranslation('billing');
  const shown = amount ?? toDecimalString(defaultHourlyPrice[currency]);
  return (
    <Card className="flex flex-col">
      <dt className="text-ink-2">
        {t(currency === 'USD' ? 'pricing.usd' : 'pricing.inr')} ({currency})
      </dt>
      <dd>
        <span className="block text-3xl font-semibold tabular-nums">
          {formatMoney(shown, currency)}
        </span>
        <span className="text-ink-2">{t('pricing.perSession')}</span>
        {amount === undefined && (
          <span className="block text-sm text-ink-3">{t('pricing.loading')}</span>
        )}
      </dd>
    </Card>
  );
}

/** The current price of an hour in both currencies; the default prices until they are loaded. */
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
      {prices.isError && <ErrorState title={t('pricing.loadFailed')} query={prices} />}
    </section>
  );
}

interface StepProps {
  currency: Currency;
  from: number;
  to: number;
}

/** "$9.99 → $12.50"; nothing if this price has not changed. */
function Step({ currency, from, to }: StepProps) {
  if (from === to) return null;
  const shown = (minor: number) => formatMoney(toDecimalString(minor), currency);
  return (
    <span className="me-4 inline-block whitespace-nowrap tabular-nums">
      {shown(from)} → <strong>{shown(to)}</strong>
    </span>
  );
}

function Change({ change: { at, by, before, after } }: { change: PriceChange }) {
  const { t } = useTranslation('billing');
  const language = useLanguage();
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-line py-3 last:border-b-0">
      <span>
        <Step currency="USD" from={before.usdCents} to={after.usdCents} />
        <Step currency="INR" from={before.inrPaise} to={after.inrPaise} />
      </span>
      <span className="text-sm wrap-anywhere text-ink-3">
        <time dateTime={at}>{formatDateTime(at, language)}</time> · {t('pricing.by', { name: by })}
      </span>
    </li>
  );
}

function Changes() {
  const { t } = useTranslation('billing');
  const changes = usePriceChanges();
  if (changes.isPending) return <Skeleton className="h-24" />;
  if (changes.isError) return <ErrorState title={t('pricing.changesFailed')} query={changes} />;
  if (changes.data.length === 0) return <p className="text-ink-2">{t('pricing.changesNone')}</p>;
  return (
    <ul>
      {changes.data.map((change) => (
        <Change key={change.at} change={change} />
      ))}
    </ul>
  );
}

/** Who changed the prices, when, from what to what. */
export function PriceChanges() {
  const { t } = useTranslation('billing');
  return (
    <section aria-labelledby="price-changes">
      <h2 id="price-changes" className="mb-2 text-lg">
        {t('pricing.changes')}
      </h2>
      <Changes />
    </section>
  );
}
