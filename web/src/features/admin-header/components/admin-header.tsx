import { ChartLine, KeyRound, LayoutDashboard, LogOut, MenuIcon, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { HeaderFrame } from '@/components/layout/header-frame';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { buttonStyle } from '@/components/ui/button-style';
import { LinkButton } from '@/components/ui/link-button';
import { Menu } from '@/components/ui/menu';
import { loadTexts } from '@/i18n';
import { useSignOut } from '@/lib/session';

const ChangePasswordDialog = lazy(async () => {
  const [dialog] = await Promise.all([import('./change-password-dialog'), loadTexts(['admin'])]);
  return dialog;
});

/** The header of an administrator. New Entry is shown where the screen gives it something to do. */
export function AdminHeader({ onNewEntry }: { onNewEntry?: (() => void) | undefined }) {
  const { t } = useTranslation();
  const signOut = useSignOut();
  // The dialog is fetched when it is first wanted.
  const [password, setPassword] = useState<boolean>();

  return (
    <>
      <HeaderFrame badge={<Badge tone="accent">{t('header.badge')}</Badge>}>
        <nav aria-label={t('header.account')} className="hidden items-center gap-1 lg:flex">
          {/* The specification wants a full page load here. */}
          <a href="/app" className={buttonStyle({ look: 'quiet' })}>
            {t('header.dashboard')}
          </a>
          <LinkButton to="/trends" look="quiet">
            {t('header.trends')}
          </LinkButton>
          <Button look="quiet" onClick={() => void signOut()}>
            {t('header.logout')}
          </Button>
        </nav>
        {onNewEntry && (
          <Button look="primary" onClick={onNewEntry} className="max-sm:px-3">
            <Plus aria-hidden />
            {t('header.newEntry')}
          </Button>
        )}
        <Menu
          trigger={
            <Button look="quiet" size="icon" aria-label={t('nav.menu')}>
              <MenuIcon aria-hidden />
            </Button>
          }
          entries={[
            {
              kind: 'link',
              label: t('header.dashboard'),
              icon: <LayoutDashboard aria-hidden />,
              link: <a href="/app" />,
            },
            {
              kind: 'link',
              label: t('header.trends'),
              icon: <ChartLine aria-hidden />,
              link: <Link to="/trends" />,
            },
            {
              kind: 'action',
              label: t('header.changePassword'),
              icon: <KeyRound aria-hidden />,
              run: () => setPassword(true),
            },
            { kind: 'line', key: 'leave' },
            {
              kind: 'action',
              label: t('header.logout'),
              icon: <LogOut aria-hidden />,
              run: () => void signOut(),
            },
          ]}
        />
      </HeaderFrame>
      {password !== undefined && (
        <Suspense fallback={null}>
          <ChangePasswordDialog open={password} onOpenChange={setPassword} />
        </Suspense>
      )}
    </>
  );
}
