import { defaultHourlyPrice } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '@/components/ui/link-button';
import { useLanguage } from '@/i18n/use-language';
import { formatMoney } from '@/lib/money';
import { useHourlyPrice } from '@/lib/pricing';

/** One hour for a price, or free of charge for administrators. */
export function WaysIn() {
  const { t } = useTranslation('landing');
  const language = useLanguage();
  const { amount, currency } = useHourlyPrice(defaultHourlyPrice);
  return (
    <>
      <div className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-4">
        <LinkButton to="/hourly-access" reloadDocument look="primary" size="large">
          {t('hourly.action')}
          <span className="rounded-sm bg-on-accent px-2 text-sm text-accent tabular-nums">
            {formatMoney(amount, currency, language)}
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
        <LinkButton to="/app" look="link">
          {t('open')}
        </LinkButton>
        <LinkButton to="/access" look="link">
          {t('hourly.restore')}
        </LinkButton>
      </p>
    </>
  );
}
