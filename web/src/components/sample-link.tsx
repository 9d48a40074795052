import { useTranslation } from 'react-i18next';
import { LinkButton } from '@/components/ui/button';
import { getName, useLanguage } from '@/lib/language';
import { useConfig } from '@/lib/session';

/**
 * Leads to the disease that visitors read free of charge. The prerendered page has a place for its name;
 * CSS hides the link without one, because the elements must stay the same when the page is taken over.
 */
export function SampleLink() {
  const { t } = useTranslation();
  const language = useLanguage();
  const sample = useConfig()?.freeSample;
  return (
    <LinkButton to="/sample" variant="link" className="has-[:empty]:hidden">
      {t('freeSample')} <span>{sample && getName(sample, language)}</span>
    </LinkButton>
  );
}
