import { type ComponentType, Suspense, useEffect } from 'react';
import { matchPath, useLocation, useNavigate } from 'react-router-dom';
import { useSession } from '@/lib/session';
import { AdminNav } from '@/features/shell/components/rail';
import { lazyPage } from './lazy-page';

/** Redirects an old path. Not `Navigate`, which would enlarge the initial bundle. */
function Redirect({ to }: { to: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate(to, { replace: true }), [navigate, to]);
  return null;
}

const screens: Readonly<Record<string, ComponentType>> = {
  '/admin-operations': lazyPage(
    () => import('@/features/operations/routes/operations-page'),
    ['operations', 'findings', 'ops'],
  ),
  '/deployment': lazyPage(
    () => import('@/features/deployment/routes/deployment-page'),
    ['deployment', 'faults', 'findings', 'ops'],
  ),
  '/domain-setup': lazyPage(
    () => import('@/features/domain-setup/routes/domain-setup-page'),
    ['domainSetup', 'findings', 'ops'],
  ),
  '/dns-checker': lazyPage(
    () => import('@/features/dns-checker/routes/dns-checker-page'),
    ['dns', 'findings', 'ops'],
  ),
  '/admin-audit': lazyPage(() => import('./audit-screen'), ['ops']),
  '/admin-trash': () => <Redirect to="/admin-audit?tab=trash" />,
  '/admin-dead-letters': lazyPage(
    () => import('@/features/dead-letters/routes/dead-letters-page'),
    ['deadLetters', 'ops'],
  ),
  '/admin-pricing': lazyPage(
    () => import('@/features/admin-pricing/routes/pricing-page'),
    ['billing', 'checkout', 'admin', 'faults', 'imageHealth'],
  ),
  '/admin-orders': lazyPage(
    () => import('@/features/orders/routes/orders-page'),
    ['billing', 'checkout', 'receipts', 'accessCode'],
  ),
  '/admin-transfer': lazyPage(
    () => import('@/features/transfer/routes/transfer-page'),
    ['transfer', 'faults', 'forms', 'ops'],
  ),
  '/admin-backup': lazyPage(
    () => import('@/features/admin-backup/routes/backup-page'),
    ['backup', 'imageHealth', 'ops'],
  ),
  '/admin-images': lazyPage(
    () => import('@/features/admin-images/routes/images-page'),
    ['imageHealth'],
  ),
  '/admin-people': lazyPage(
    () => import('@/features/people/routes/people-page'),
    ['people', 'faults', 'forms'],
  ),
  '/admin-sessions': lazyPage(
    () => import('@/features/sessions/routes/sessions-page'),
    ['sessions'],
  ),
  '/admin-second-step': lazyPage(
    () => import('@/features/second-factor/routes/second-factor-page'),
    ['factors', 'people'],
  ),
  '/admin-colors': lazyPage(
    () => import('@/features/colors/routes/colors-page'),
    ['colors', 'faults', 'forms', 'vocabulary'],
  ),
};

/** The administrator screens, in a separate chunk, because other readers do not need them. */
export default function AdminScreens() {
  const { pathname } = useLocation();
  const { can } = useSession();
  const path = Object.keys(screens).find((one) => matchPath(one, pathname));
  const Screen = path === undefined ? undefined : screens[path];
  return (
    <div className="mx-auto flex w-full max-w-7xl flex-1 flex-col xl:flex-row">
      {/* Navigation to another screen closes the list. */}
      {can('edit') && <AdminNav key={pathname} />}
      <div className="flex min-w-0 flex-1 flex-col">
        <Suspense fallback={<div className="flex-1" />}>{Screen && <Screen />}</Suspense>
      </div>
    </div>
  );
}
