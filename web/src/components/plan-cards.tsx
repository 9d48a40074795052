import {
  capabilities,
  type Capability,
  type Currency,
  formatMoney,
  type Plan,
  planCapabilities,
  plans,
} from '@ctdb/contracts';
import { Check, Minus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { ByCurrency } from '@/components/by-currency';
import { Button, LinkButton } from '@/components/ui/button';
import { Section } from '@/components/ui/section';
import { cn } from '@/lib/cn';
import { planPages, useHourlyPrice, usePlanPrices } from '@/lib/pricing';

/** The part of a checkout page where its plan is paid. */
export const PAYMENT_ID = 'pay';

/** What a plan costs, for each of its lengths. */
function Price({ plan, fallback }: { plan: Plan } & Pick<PlanCardsProps, 'fallback'>) {
  const { t } = useTranslation('plans');
  const { amounts } = useHourlyPrice(fallback);
  const priceOf = usePlanPrices();
  const first = (currency: Currency) =>
    plan === 'hourly' ? amounts[currency] : priceOf(`${plan}_monthly`, currency);
  return (
    <div className="tabular-nums">
      <p className="text-2xl font-semibold">
        <ByCurrency>{(currency) => formatMoney(first(currency), currency)}</ByCurrency>
      </p>
      <p className="text-ink-2">{t(plan === 'hourly' ? 'hour' : 'month')}</p>
      {plan !== 'hourly' && (
        <p className="text-ink-2">
          <ByCurrency>
            {(currency) =>
              t('year', { price: formatMoney(priceOf(`${plan}_yearly`, currency), currency) })
            }
          </ByCurrency>
        </p>
      )}
    </div>
  );
}

/** What a plan includes and what it does not, in the same order on every card. */
function Contents({ plan }: { plan: Plan }) {
  const { t } = useTranslation('plans');
  const included: readonly Capability[] = planCapabilities[plan];
  return (
    <ul className="row-span-3 grid grid-rows-subgrid gap-y-0">
      {capabilities.map((one) => {
        const isIncluded = included.includes(one);
        const Mark = isIncluded ? Check : Minus;
        const what = t(`capability.${one}`);
        return (
          <li
            key={one}
            className={cn('flex gap-3 border-t border-line py-2', !isIncluded && 'text-ink-3')}
          >
            <Mark aria-hidden className="mt-[0.2em] size-5 shrink-0" />
            <span>{isIncluded ? what : t('without', { what })}</span>
          </li>
        );
      })}
    </ul>
  );
}

interface PlanCardsProps {
  /** The price of an hour until it is loaded, in minor units. */
  fallback: Record<Currency, number>;
  /** The plan that the page sells. */
  current?: Plan;
}

/** The plans to compare, each with the page that sells it. */
export function PlanCards({ fallback, current }: PlanCardsProps) {
  const { t } = useTranslation('plans');
  return (
    <Section id="plans" title={t('title')} className="border-t border-line py-12">
      <ul className="mt-6 grid gap-x-6 gap-y-8 md:grid-cols-3 md:gap-y-4">
        {plans.map((plan) => (
          <li
            key={plan}
            aria-current={plan === current ? 'true' : undefined}
            className={cn(
              'row-span-6 grid grid-rows-subgrid gap-y-4 rounded-lg border bg-raised p-6',
              plan === current ? 'border-accent' : 'border-line',
            )}
          >
            <h3 className="text-lg">{t(`name.${plan}`)}</h3>
            <Price plan={plan} fallback={fallback} />
            <Contents plan={plan} />
            {plan === current ? (
              <Button onClick={() => document.getElementById(PAYMENT_ID)?.focus()}>
                {t('pay')}
              </Button>
            ) : (
              // A full page load, because only checkout pages allow PayPal's origins.
              <LinkButton
                to={planPages[plan]}
                reloadDocument
                aria-label={`${t('choose')}: ${t(`name.${plan}`)}`}
              >
                {t('choose')}
              </LinkButton>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
