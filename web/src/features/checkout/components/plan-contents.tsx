import { capabilities, planCapabilities, type Capability } from '@ctdb/contracts';
import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '@/components/ui/link-button';
import type { PlanName } from '../model/plan-items';

const otherPage = { premium: '/payment', professional: '/subscribe' } as const;

/** What a plan allows, and the page of the other one. */
export function PlanContents({ plan }: { plan: PlanName }) {
  const { t } = useTranslation('checkout');
  const included: readonly Capability[] = planCapabilities[plan];
  return (
    <section aria-labelledby="contents">
      <h2 id="contents" className="text-xl">
        {t('plans.includes')}
      </h2>
      <ul className="mt-3 flex flex-col gap-2">
        {capabilities
          .filter((one) => included.includes(one))
          .map((one) => (
            <li key={one} className="flex gap-3">
              <Check aria-hidden className="mt-[0.2em] size-5 shrink-0 text-ink-3" />
              {t(`plans.capability.${one}`)}
            </li>
          ))}
      </ul>
      <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
        <LinkButton to={otherPage[plan]} reloadDocument look="link">
          {t(`plans.${plan}.other`)}
        </LinkButton>
        <LinkButton to="/hourly-access" reloadDocument look="link">
          {t('plans.hourly')}
        </LinkButton>
      </p>
    </section>
  );
}
