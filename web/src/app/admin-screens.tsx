import type { ComponentType } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { lazyWithTexts } from '@/i18n/lazy-with-texts';

const screens: Readonly<Record<string, ComponentType>> = {
  '/admin-operations': lazyWithTexts(
    () => import('@/features/operations/routes/operations-page'),
    ['operations', 'backup', 'findings', 'ops'],
  ),
  '/deployment': lazyWithTexts(
    () => import('@/features/deployment/routes/deployment-page'),
    ['deployment', 'faults', 'findings', 'ops'],
  ),
  '/domain-setup': lazyWithTexts(
    () => import('@/features/domain-setup/routes/domain-setup-page'),
    ['domainSetup', 'findings', 'ops'],
  ),
  '/dns-checker': lazyWithTexts(
    () => import('@/features/dns-checker/routes/dns-checker-page'),
    ['dns', 'findings', 'ops'],
  ),
  '/admin-audit': lazyWithTexts(
    () => import('@/features/audit/routes/audit-page'),
    ['audit', 'forms'],
  ),
  '/admin-trash': lazyWithTexts(() => import('@/features/trash/routes/trash-page'), ['trash']),
  '/admin-dead-letters': lazyWithTexts(
    () => import('@/features/dead-letters/routes/dead-letters-page'),
    ['deadLetters', 'ops'],
  ),
  '/admin-pricing': lazyWithTexts(
    () => import('@/features/admin-pricing/routes/pricing-page'),
    ['billing', 'checkout', 'admin', 'faults', 'imageHealth'],
  ),
  '/admin-orders': lazyWithTexts(
    () => import('@/features/orders/routes/orders-page'),
    ['billing', 'checkout', 'receipts', 'accessCode'],
  ),
  '/admin-transfer': lazyWithTexts(
    () => import('@/features/transfer/routes/transfer-page'),
    ['transfer', 'faults', 'forms', 'ops'],
  ),
  '/admin-backup': lazyWithTexts(
    () => import('@/features/admin-backup/routes/backup-page'),
    ['backup', 'imageHealth', 'ops'],
  ),
  '/admin-images': lazyWithTexts(
    () => import('@/features/admin-images/routes/images-page'),
    ['imageHealth'],
  ),
  '/admin-people': lazyWithTexts(
    () => import('@/features/people/routes/people-page'),
    ['people', 'faults', 'forms'],
  ),
  '/admin-sessions': lazyWithTexts(
    () => import('@/features/sessions/routes/sessions-page'),
    ['sessions'],
  ),
  '/admin-second-step': lazyWithTexts(
    () => import('@/features/second-factor/routes/second-factor-page'),
    ['factors', 'people'],
  ),
  '/admin-colors': lazyWithTexts(
    () => import('@/features/colors/routes/colors-page'),
    ['colors', 'faults', 'forms', 'vocabulary'],
  ),
  '/admin-legal': lazyWithTexts(
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
