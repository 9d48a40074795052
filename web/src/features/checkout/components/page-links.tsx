import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { SampleLink } from '@/components/sample-link';
import { LinkButton } from '@/components/ui/button';

/** Links below a checkout page. */
export function PageLinks() {
  const { t } = useTranslation('checkout');
  return (
    <nav
      aria-label={t('title')}
      className="mt-12 flex flex-wrap gap-x-8 gap-y-3 border-t border-line pt-6"
    >
      <LinkButton to="/" variant="link">
        <ArrowLeft aria-hidden />
        {t('link.home')}
      </LinkButton>
      <SampleLink />
      <LinkButton to="/admin-login" variant="link">
        {t('link.admin')}
      </LinkButton>
      <LinkButton to="/access" variant="link">
        {t('link.restore')}
      </LinkButton>
    </nav>
  );
}
