import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import { HeaderLayout } from '@/components/layout/header-layout';
import { DisclaimerFooter } from '@/components/layout/page';
import { LinkButton } from '@/components/ui/button';
import { AdminHeader } from '@/features/shell/components/signed-in-header';
import { readAdminToken } from '@/lib/api/admin-token';
import { cn } from '@/lib/cn';
import { HeaderActionProvider, useHeaderAction } from '@/lib/header-action';
import { useSession } from '@/lib/session';
import { useHydrated } from '@/lib/use-hydrated';
import { lazyPage } from './lazy-page';

const PassHeader = lazyPage(
  () => import('@/features/shell/components/pass-bar'),
  ['gate'],
);

function Header() {
  const { t } = useTranslation();
  const { role, isPerson } = useSession();
  const newEntry = useHeaderAction();
  const hydrated = useHydrated();
  // Until the session is loaded, show the header of the last known role.
  if (isPerson || (role === undefined && hydrated && readAdminToken() !== null))
    return <AdminHeader onNewEntry={newEntry} />;
  if (role === 'pass')
    return (
      <Suspense fallback={<HeaderLayout bar={<div className="h-(--control)" />} />}>
        <PassHeader />
      </Suspense>
    );
  return (
    <HeaderLayout>
      {/* It has its place before the session is loaded, so that nothing moves. */}
      <LinkButton
        to="/admin-login"
        variant="quiet"
        className={cn('max-sm:hidden', role === undefined && 'invisible')}
      >
        {t('header.adminLogin')}
      </LinkButton>
    </HeaderLayout>
  );
}

/** The layout of every screen of the database: the header for the reader's role, the disclaimer. */
export function AppLayout() {
  return (
    <HeaderActionProvider>
      <Header />
      <Suspense fallback={<div className="flex-1" />}>
        <Outlet />
      </Suspense>
      <DisclaimerFooter />
    </HeaderActionProvider>
  );
}
