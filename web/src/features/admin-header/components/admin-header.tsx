import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { HeaderFrame } from '@/components/layout/header-frame';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { buttonStyle } from '@/components/ui/button-style';
import { LinkButton } from '@/components/ui/link-button';
import { loadTranslations } from '@/i18n';
import { useSignOut } from '@/lib/session';
import { AccountMenu } from './account-menu';

const ChangePasswordDialog = lazy(async () => {
  const [dialog] = await Promise.all([
    import('./change-password-dialog'),
    loadTranslations(['admin']),
  ]);
  return dialog;
});

/** The header of an administrator. New Entry is shown where the screen gives it something to do. */
export function AdminHeader({ onNewEntry }: { onNewEntry?: (() => void) | undefined }) {
  const { t } = useTranslation();
  const signOut = useSignOut();
  // The dialog is fetched when it is first wanted.
  const [password, setPassword] = useState<boolean>();

  const bar = (
    <>
      <Badge tone="accent">{t('header.badge')}</Badge>
      <nav aria-label={t('header.pages')} className="ms-auto hidden items-center gap-1 lg:flex">
        {/* The specification wants a full page load here. */}
        <a href="/app" className={buttonStyle({ look: 'quiet' })}>
          {t('header.dashboard')}
        </a>
        <LinkButton to="/trends" look="quiet">
          {t('header.trends')}
        </LinkButton>
        <LinkButton to="/admin-pricing" look="quiet">
          {t('header.pricing')}
        </LinkButton>
      </nav>
      <div className="ms-auto flex items-center gap-1 lg:ms-0">
        {onNewEntry && (
          <Button look="primary" onClick={onNewEntry} className="lg:ms-2">
            <Plus aria-hidden />
            {t('header.newEntry')}
          </Button>
        )}
        <div className="hidden lg:block">
          <Button look="quiet" onClick={() => void signOut()}>
            {t('header.logout')}
          </Button>
        </div>
        <AccountMenu onPassword={() => setPassword(true)} onSignOut={() => void signOut()} />
      </div>
    </>
  );

  return (
    <>
      <HeaderFrame bar={bar} />
      {password !== undefined && (
        <Suspense fallback={null}>
          <ChangePasswordDialog open={password} onOpenChange={setPassword} />
        </Suspense>
      )}
    </>
  );
}
