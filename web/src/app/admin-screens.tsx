import type { ComponentType } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { lazyPage } from './lazy-page';

const screens: Readonly<Record<string, ComponentType>> = {
  '/admin-operations': lazyPage(
    () => import('@/features/operations/routes/operations-page'),
    ['operations', 'backup', 'findings', 'ops'],
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
  '/admin-audit': lazyPage(() => import('@/features/audit/routes/audit-page'), ['audit', 'forms']),
  '/admin-trash': lazyPage(() => import('@/features/trash/routes/trash-page'), ['trash']),
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
  '/admin-legal': lazyPage(
    () => import('@/features/legal/routes/legal-editor-page'),
    ['legal', 'faults', 'forms'],
  ),
};

/** The screens of clinic and system, in a separate chunk, because other readers do not need them. */
export default function AdminScreens() {
  const { pathname } = useLocation();
  const path = Object.keys(screens).find((one) => matchPath(one, pathname));
  const Screen = path === undefined ? undefined : screens[path];
  return Screen && <Screen />;
}
