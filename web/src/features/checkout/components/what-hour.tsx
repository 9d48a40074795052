import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '@/components/ui/link-button';

const points = ['exactly', 'ends', 'contents', 'typed', 'browser'] as const;

/** What a buyer of one hour gets, and what not. */
export function WhatHour() {
  const { t } = useTranslation('checkout');
  return (
    <section aria-labelledby="what">
      <h2 id="what" className="text-xl">
        {t('hourly.what.title')}
      </h2>
      <ul className="mt-3 flex max-w-prose flex-col gap-2">
        {points.map((point) => (
          <li key={point} className="flex gap-3">
            <Check aria-hidden className="mt-[0.2em] size-5 shrink-0 text-ink-3" />
            {t(`hourly.what.${point}`)}
          </li>
        ))}
      </ul>
      <p className="mt-6 text-ink-2">
        <span className="font-semibold text-ink">{t('hourly.plans.title')}</span>{' '}
        {t('hourly.plans.text')}
      </p>
      <p className="mt-2 flex flex-wrap gap-x-6 gap-y-2">
        <LinkButton to="/subscribe" reloadDocument look="link">
          {t('hourly.plans.premium')}
        </LinkButton>
        <LinkButton to="/payment" reloadDocument look="link">
          {t('hourly.plans.professional')}
        </LinkButton>
      </p>
    </section>
  );
}
