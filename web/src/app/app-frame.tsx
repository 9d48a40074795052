import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import { HeaderFrame } from '@/components/layout/header-layout';
import { CareFooter } from '@/components/layout/page';
import { LinkButton } from '@/components/ui/button';
import { AdminHeader } from '@/features/admin-header/components/admin-header';
import { wasAdmin } from '@/lib/api/admin-token';
import { HostActionProvider, useHostAction } from '@/lib/host-action';
import { useSession } from '@/lib/session';
import { page } from './pages';

const PassHeader = page(() => import('@/features/pass-countdown/components/pass-header'), ['gate']);

function Header() {
  const { t } = useTranslation();
  const { role } = useSession();
  const newEntry = useHostAction();
  // Until the server has answered, the header that was right last time is shown.
  if (role === 'admin' || (role === undefined && wasAdmin()))
    return <AdminHeader onNewEntry={newEntry} />;
  if (role === 'pass')
    return (
      <Suspense fallback={<HeaderFrame bar={<div className="h-(--control)" />} />}>
        <PassHeader />
      </Suspense>
    );
  return (
    <HeaderFrame>
      {role === 'anonymous' && (
        <LinkButton to="/admin-login" look="quiet" className="max-sm:hidden">
          {t('header.adminLogin')}
        </LinkButton>
      )}
    </HeaderFrame>
  );
}

/** The frame of every screen of the database: a header that fits the reader, the care statement. */
export function AppFrame() {
  return (
    <HostActionProvider>
      <Header />
      <Suspense fallback={<div className="flex-1" />}>
        <Outlet />
      </Suspense>
      <CareFooter />
    </HostActionProvider>
  );
}
