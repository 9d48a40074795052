import { purchaseItems, toDecimal, type PurchaseItem } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '@/components/ui/link-button';
import { useLanguage } from '@/i18n/use-language';
import { formatMoney } from '@/lib/money';

const plans = [
  { name: 'premium', path: '/subscribe' },
  { name: 'professional', path: '/payment' },
] as const;

/** The plans for a month or a year, each with the page that sells it. */
export function Plans() {
  const { t } = useTranslation('landing');
  const language = useLanguage();
  const price = (item: Exclude<PurchaseItem, 'hourly'>) =>
    formatMoney(toDecimal(purchaseItems[item].usdCents), 'USD', language);
  return (
    <section aria-labelledby="plans" className="border-t border-line py-12">
      <h2 id="plans" className="text-xl">
        {t('plans.title')}
      </h2>
      <ul className="mt-6 grid gap-8 sm:grid-cols-2">
        {plans.map(({ name, path }) => (
          <li key={name}>
            <h3 className="text-lg">{t(`plans.${name}`)}</h3>
            <p className="text-ink-2">{t(`plans.${name}Text`)}</p>
            <p className="mt-1 tabular-nums">
              {t('plans.prices', {
                month: price(`${name}_monthly`),
                year: price(`${name}_yearly`),
              })}
            </p>
            <LinkButton
              to={path}
              reloadDocument
              look="link"
              className="mt-2"
              aria-label={`${t('plans.open')}: ${t(`plans.${name}`)}`}
            >
              {t('plans.open')}
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
