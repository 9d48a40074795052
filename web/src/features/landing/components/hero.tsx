import { defaultHourlyPrice, formatMoney } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { ByCurrency } from '@/components/by-currency';
import { SampleLink } from '@/components/sample-link';
import { LinkButton } from '@/components/ui/button';
import { bilingualTexts } from '@/i18n/bilingual';
import { otherLanguage, useLanguage } from '@/lib/language';
import { useHourlyPrice } from '@/lib/pricing';
import { useReader } from '@/lib/session';

/** One hour for a price, or free of charge for administrators. */
export function EntryLinks() {
  const { t } = useTranslation('landing');
  const { amounts } = useHourlyPrice(defaultHourlyPrice);
  return (
    <>
      <div className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-4">
        <LinkButton to="/hourly-access" reloadDocument variant="primary" size="large">
          {t('hourly.action')}
          <span className="rounded-sm bg-on-accent px-2 text-sm text-accent tabular-nums">
            <ByCurrency>{(currency) => formatMoney(amounts[currency], currency)}</ByCurrency>
          </span>
        </LinkButton>
        <LinkButton to="/admin-login" size="large">
          {t('admin.action')}
          <span className="rounded-sm bg-accent-soft px-2 text-sm text-accent">
            {t('admin.free')}
          </span>
        </LinkButton>
      </div>
      <p className="mt-3 max-w-prose text-sm text-ink-3">{t('hourly.text')}</p>
      <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
        <LinkButton to="/app" variant="link">
          {t('open')}
        </LinkButton>
        <SampleLink />
        <LinkButton to="/access" variant="link">
          {t('hourly.restore')}
        </LinkButton>
      </p>
    </>
  );
}

/** The product name and description in both languages, with links to enter, beside a wheel of 24 hues. */
export function Hero() {
  const { t } = useTranslation('landing');
  const language = useLanguage();
  const other = otherLanguage(language);
  const { can } = useReader();
  return (
    <section className="grid items-center gap-12 py-12 lg:grid-cols-[1fr_minmax(0,26rem)] lg:gap-16 lg:py-16">
      <div className="max-w-2xl">
        <h1>
          <span lang={language} className="block text-2xl sm:text-3xl">
            {bilingualTexts.sentence[language]}
          </span>
          <span lang={other} className="mt-3 block text-xl font-normal text-ink-2 sm:text-2xl">
            {bilingualTexts.sentence[other]}
          </span>
        </h1>
        <p className="mt-6 max-w-prose text-lg text-ink-2">{t('lead')}</p>
        {/* What the others buy is not for readers who have access. */}
        {can('read') ? (
          <div className="mt-8">
            <LinkButton to="/app" variant="primary" size="large">
              {t('continue')}
            </LinkButton>
          </div>
        ) : (
          <EntryLinks />
        )}
      </div>
      <img
        src="/wheel.svg"
        alt=""
        width={320}
        height={320}
        decoding="async"
        className="mx-auto h-auto w-full max-w-72 sm:max-w-80 lg:max-w-none"
      />
    </section>
  );
}
