import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import { HeaderLayout } from '@/components/layout/header-layout';
import { DisclaimerFooter } from '@/components/layout/page';
import { LinkButton } from '@/components/ui/button';
import { AdminHeader } from '@/features/admin-header/components/admin-header';
import { hadAdminSession } from '@/lib/api/admin-token';
import { HeaderActionProvider, useHeaderAction } from '@/lib/header-action';
import { useSession } from '@/lib/session';
import { page } from './lazy-page';

const PassHeader = page(() => import('@/features/pass-countdown/components/pass-header'), ['gate']);

function Header() {
  const { t } = useTranslation();
  const { role } = useSession();
  const newEntry = useHeaderAction();
  // Until the server has answered, the header that was right last time is shown.
  if (role === 'admin' || (role === undefined && hadAdminSession()))
    return <AdminHeader onNewEntry={newEntry} />;
  if (role === 'pass')
    return (
      <Suspense fallback={<HeaderLayout bar={<div className="h-(--control)" />} />}>
        <PassHeader />
      </Suspense>
    );
  return (
    <HeaderLayout>
      {role === 'anonymous' && (
        <LinkButton to="/admin-login" look="quiet" className="max-sm:hidden">
          {t('header.adminLogin')}
        </LinkButton>
      )}
    </HeaderLayout>
  );
}

/** The frame of every screen of the database: a header that fits the reader, the care statement. */
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
