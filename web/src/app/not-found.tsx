import { useTranslation } from 'react-i18next';
import { LogoMark } from '@/components/layout/logo-mark';
import { usePageTitle } from '@/components/layout/page';
import { LinkButton } from '@/components/ui/button';

/** Any path that no screen has. */
export default function NotFound() {
  const { t } = useTranslation('notFound');
  const title = t('title');
  usePageTitle(title);
  return (
    <main
      id="content"
      tabIndex={-1}
      className="mx-auto flex w-full max-w-3xl flex-1 flex-col items-center justify-center gap-2 px-4 py-12 text-center outline-none"
    >
      <LogoMark className="mb-4 opacity-60 grayscale" large />
      <h1 className="text-2xl">{title}</h1>
      <p className="text-ink-2">{t('hint')}</p>
      <LinkButton to="/" variant="primary" className="mt-6">
        {t('home')}
      </LinkButton>
    </main>
  );
}
