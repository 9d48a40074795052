import { useTranslation } from 'react-i18next';
import { CareFooter } from '@/components/layout/care-footer';
import { HeaderFrame } from '@/components/layout/header-frame';
import { Page } from '@/components/layout/page';
import { LinkButton } from '@/components/ui/link-button';

/** Any path that no screen has. */
export function NotFound() {
  const { t } = useTranslation();
  return (
    <>
      <HeaderFrame />
      <Page title={t('notFound.title')} width="text" intro={t('notFound.hint')}>
        <LinkButton to="/" look="primary">
          {t('notFound.home')}
        </LinkButton>
      </Page>
      <CareFooter />
    </>
  );
}
