import { type Currency, formatMoney, glossary, placeholderHourlyPrice } from '@ctdb/contracts';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ByCurrency } from '@/components/by-currency';
import { PlanCards } from '@/components/plan-cards';
import { Button } from '@/components/ui/button';
import { takenOverLater } from '@/i18n/lazy-with-texts';
import { Section } from '@/components/ui/section';
import { useHourlyPrice } from '@/lib/pricing';
import { SalesPage } from './sales-page';

/** The product's 16 terms, each in both languages. */
function GlossaryTable() {
  const { t } = useTranslation('checkout');
  return (
    <Section
      id="glossary"
      title={t('hourly.glossary.title')}
      className="border-t border-line pt-12"
    >
      <dl aria-labelledby="glossary" className="mt-3 grid gap-x-12 sm:grid-cols-2">
        {glossary.map(({ key, en, kn }) => (
          <div key={key} className="grid grid-cols-2 gap-4 border-t border-line py-2">
            <dt lang="en">{en}</dt>
            <dd lang="kn">{kn}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

const points = ['exactly', 'ends', 'contents', 'typed', 'browser'] as const;

/** Lists the content of one hour, and what it leaves out. */
function HourlyPassDetails() {
  const { t } = useTranslation('checkout');
  return (
    <Section id="what" title={t('hourly.what.title')}>
      <ul className="mt-3 flex max-w-prose flex-col gap-2">
        {points.map((point) => (
          <li key={point} className="flex gap-3">
            <Check aria-hidden className="mt-[0.2em] size-5 shrink-0 text-ink-3" />
            {t(`hourly.what.${point}`)}
          </li>
        ))}
      </ul>
    </Section>
  );
}

const aside = takenOverLater(<HourlyPassDetails />);
const below = (
  <>
    {takenOverLater(<PlanCards fallback={placeholderHourlyPrice} current="hourly" />)}
    {takenOverLater(<GlossaryTable />)}
  </>
);

export function HourlyAccessPage() {
  const { t } = useTranslation('checkout');
  const { amounts, isLoaded, isError, refetch } = useHourlyPrice(placeholderHourlyPrice);
  const shown = (currency: Currency) => ({ amount: amounts[currency], currency });
  const payment = { item: 'hourly', shown, isPriceKnown: isLoaded } as const;
  return (
    <SalesPage
      {...payment}
      title={t('hourly.title')}
      intro={t('hourly.intro')}
      aside={aside}
      below={below}
    >
      {/* With a notice if the price is only a placeholder. */}
      <div>
        <h2 className="text-lg">{t('hourly.price.title')}</h2>
        <div className="mt-1 flex flex-wrap items-baseline gap-x-3">
          <p className="text-3xl font-semibold tabular-nums">
            <ByCurrency>{(currency) => formatMoney(amounts[currency], currency)}</ByCurrency>
          </p>
          <p className="text-ink-2">{t('hourly.price.per')}</p>
        </div>
        {!isLoaded && <p className="mt-1 text-sm text-ink-2">{t('hourly.price.estimate')}</p>}
        {isError && (
          <Button className="mt-3" onClick={() => void refetch()}>
            {t('hourly.price.retry')}
          </Button>
        )}
      </div>
    </SalesPage>
  );
}
