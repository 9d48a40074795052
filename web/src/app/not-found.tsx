import { useTranslation } from 'react-i18next';
import { LogoMark } from '@/components/layout/logo-mark';
import { Main, usePageTitle } from '@/components/layout/page';
import { LinkButton } from '@/components/ui/button';

/** Any path that no screen has. */
export default function NotFound() {
  const { t } = useTranslation('notFound');
  const title = t('title');
  usePageTitle(title);
  return (
    <Main className="flex max-w-3xl flex-col items-center justify-center gap-2 py-12 text-center">
      <LogoMark className="mb-4 opacity-60 grayscale" large />
      <h1 className="text-2xl">{title}</h1>
      <p className="text-ink-2">{t('hint')}</p>
      <LinkButton to="/" variant="primary" className="mt-6">
        {t('home')}
      </LinkButton>
    </Main>
  );
}
