import {
  type Currency,
  defaultHourlyPrice,
  defaultPlanPrices,
  planItemNames,
  planPriceField,
  type PriceChange,
  toDecimalString,
  formatMoney,
} from '@ctdb/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Card } from '@/components/ui/card';
import { Facts } from '@/components/ui/facts';
import { ListRow } from '@/components/ui/list-row';
import { Loaded } from '@/components/ui/loaded';
import { ErrorState } from '@/components/ui/notice';
import { Section } from '@/components/ui/section';
import { useDates } from '@/lib/dates';
import { currentQuery, routes } from '@/lib/api';
import { pricingQuery } from '@/lib/pricing';

/** The newest changes of the prices, newest first. */
export const changesQuery = currentQuery(['price-changes'], routes.listPriceChanges);

/** The current prices; always reloaded, because another administrator may change them. */
export const usePrices = () => useQuery({ ...pricingQuery, refetchOnMount: 'always' });

function PriceCard({ currency, amount }: { currency: Currency; amount: string | undefined }) {
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

/** The current prices, the default ones until they are loaded. */
export function PriceCards() {
  const { t } = useTranslation('billing');
  const prices = usePrices();
  return (
    <Section id="current-prices" title={t('pricing.current')} headingClass="sr-only">
      <dl className="grid gap-6 sm:grid-cols-2">
        <PriceCard currency="USD" amount={prices.data?.usd_hourly} />
        <PriceCard currency="INR" amount={prices.data?.inr_hourly} />
      </dl>
      <Facts
        className="mt-6"
        rows={planItemNames.map((item) => {
          const price = prices.data?.[planPriceField(item)];
          const shown = price ?? toDecimalString(defaultPlanPrices[item]);
          return [
            t(`pricing.plan.${item}`),
            <strong key={item}>{formatMoney(shown, 'INR')}</strong>,
          ];
        })}
      />
      {prices.isError && <ErrorState title={t('pricing.loadFailed')} query={prices} />}
    </Section>
  );
}

interface StepProps {
  /** Names the plan, if it is the price of a plan. */
  label?: string;
  currency: Currency;
  from: number;
  to: number;
}

/** "$9.99 → $12.50"; nothing if this price has not changed. */
export function Step({ label, currency, from, to }: StepProps) {
  if (from === to) return null;
  const shown = (minor: number) => formatMoney(toDecimalString(minor), currency);
  return (
    <span className="me-4 inline-block tabular-nums">
      {label && `${label}: `}
      <span className="whitespace-nowrap">
        {shown(from)} → <strong>{shown(to)}</strong>
      </span>
    </span>
  );
}

function Change({ change: { at, by, before, after } }: { change: PriceChange }) {
  const { t } = useTranslation('billing');
  const { formatDateTime } = useDates();
  return (
    <ListRow
      title={
        <span className="font-normal">
          <Step currency="USD" from={before.usdCents} to={after.usdCents} />
          <Step currency="INR" from={before.inrPaise} to={after.inrPaise} />
          {planItemNames.map((item) => (
            <Step
              key={item}
              label={t(`pricing.plan.${item}`)}
              currency="INR"
              from={before.plansPaise[item]}
              to={after.plansPaise[item]}
            />
          ))}
        </span>
      }
    >
      <span>
        <time dateTime={at}>{formatDateTime(at)}</time> · {t('pricing.by', { name: by })}
      </span>
    </ListRow>
  );
}

/** Who changed the prices, when, from what to what. */
export function PriceChanges() {
  const { t } = useTranslation('billing');
  return (
    <Section id="price-changes" title={t('pricing.changes')} headingClass="mb-2 text-lg">
      <Loaded query={useQuery(changesQuery)} failed={t('pricing.changesFailed')} height="h-24">
        {(changes) =>
          changes.length === 0 ? (
            <p className="text-ink-2">{t('pricing.changesNone')}</p>
          ) : (
            <ul>
              {changes.map((change) => (
                <Change key={change.at} change={change} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Section>
  );
}
