import { type Currency, formatMoney, placeholderHourlyPrice } from '@ctdb/contracts';
import { LockKeyhole, RotateCcw, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ByCurrency } from '@/components/by-currency';
import { PlanCards } from '@/components/plan-cards';
import { Badge } from '@/components/ui/badge';
import { LinkButton } from '@/components/ui/button';
import { Choice } from '@/components/ui/choice';
import { takenOverLater } from '@/i18n/lazy-with-texts';
import { Section } from '@/components/ui/section';
import { displayCurrency, usePlanPrices } from '@/lib/pricing';
import { useHydrated } from '@/lib/use-hydrated';
import { getDays, toPlanItem, type Period, periods, type PlanName } from '../model/plan-items';
import { SalesPage } from './sales-page';

interface BenefitProps {
  icon: ReactNode;
  title: string;
  children: ReactNode;
}

function Benefit({ icon, title, children }: BenefitProps) {
  return (
    <li className="flex gap-3 [&>svg]:mt-[0.2em] [&>svg]:size-5 [&>svg]:shrink-0 [&>svg]:text-ink-3">
      {icon}
      <div>
        <p className="font-semibold">{title}</p>
        <p className="text-ink-2">{children}</p>
      </div>
    </li>
  );
}

/** Benefits of a plan that apply to this installation. */
function PlanBenefits() {
  const { t } = useTranslation('checkout');
  const isEncrypted = useHydrated() && window.location.protocol === 'https:';
  return (
    <Section id="claims" title={t('plans.claim.title')}>
      <ul className="mt-3 flex max-w-prose flex-col gap-4">
        <Benefit icon={<Undo2 aria-hidden />} title={t('plans.claim.refund')}>
          {t('plans.claim.refundText')}{' '}
          <LinkButton to="/access" variant="link">
            {t('plans.claim.access')}
          </LinkButton>
        </Benefit>
        <Benefit icon={<RotateCcw aria-hidden />} title={t('plans.claim.cancel')}>
          {t('plans.claim.cancelText')}
        </Benefit>
        {isEncrypted && (
          <Benefit icon={<LockKeyhole aria-hidden />} title={t('plans.claim.ssl')}>
            {t('plans.claim.sslText')}
          </Benefit>
        )}
      </ul>
    </Section>
  );
}

/** Shows how much a year saves over twelve months. Rupee prices are known only in the browser. */
function Saving({ plan }: { plan: PlanName }) {
  const { t } = useTranslation('checkout');
  const priceOf = usePlanPrices();
  const inRupees = useHydrated() && displayCurrency() === 'INR';
  if (!inRupees) return <Badge tone="accent">{t(`plans.${plan}.saving`)}</Badge>;
  const [month, year] = periods.map((period) => Number(priceOf(toPlanItem(plan, period), 'INR')));
  const saved = (month ?? 0) * 12 - (year ?? 0);
  if (saved <= 0) return null;
  const amount = formatMoney(String(saved), 'INR');
  return <Badge tone="accent">{t('plans.saving', { amount })}</Badge>;
}

const aside = takenOverLater(<PlanBenefits />);
const cards = (plan: PlanName) =>
  takenOverLater(<PlanCards fallback={placeholderHourlyPrice} current={plan} />);
const below = { premium: cards('premium'), professional: cards('professional') };

/** A page that sells one plan, by the month or by the year. */
export function PlanPage({ plan }: { plan: PlanName }) {
  const { t } = useTranslation('checkout');
  const [period, setPeriod] = useState<Period>(periods[0]);
  const item = toPlanItem(plan, period);
  const priceOf = usePlanPrices();
  const shown = (currency: Currency) => ({ amount: priceOf(item, currency), currency });

  const choiceOf = (one: Period) => {
    const offered = toPlanItem(plan, one);
    const days = t('plans.days', { count: getDays(offered) });
    const price = (currency: Currency) => formatMoney(priceOf(offered, currency), currency);
    return (
      <Choice
        key={one}
        name="period"
        value={one}
        isChosen={one === period}
        onChoose={() => setPeriod(one)}
        label={<ByCurrency>{(currency) => `${t(`plans.${one}`)} · ${price(currency)}`}</ByCurrency>}
        text={
          <ByCurrency>{(currency) => t('plans.once', { price: price(currency), days })}</ByCurrency>
        }
        aside={one === 'yearly' && <Saving plan={plan} />}
      />
    );
  };
  return (
    <SalesPage
      {...{ item, shown }}
      isPriceKnown
      asksMethod={plan === 'professional'}
      title={t(`plans.${plan}.title`)}
      intro={t(`plans.${plan}.intro`)}
      aside={aside}
      below={below[plan]}
    >
      {/* A month or a year, each with its price. */}
      <fieldset>
        <legend className="mb-3 text-lg font-semibold">{t('plans.pick')}</legend>
        <div className="flex flex-col gap-3">{periods.map(choiceOf)}</div>
      </fieldset>
    </SalesPage>
  );
}
