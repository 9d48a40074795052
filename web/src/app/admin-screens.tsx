import type { ComponentType } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { lazyWithTexts } from '@/i18n/lazy-with-texts';

const screens: Readonly<Record<string, ComponentType>> = {
  '/admin-operations': lazyWithTexts(
    ['operations', 'backup', 'findings', 'ops'],
    () => import('@/features/operations/routes/operations-page'),
  ),
  '/deployment': lazyWithTexts(
    ['deployment', 'faults', 'findings', 'ops'],
    () => import('@/features/deployment/routes/deployment-page'),
  ),
  '/domain-setup': lazyWithTexts(
    ['domainSetup', 'findings', 'ops'],
    () => import('@/features/domain-setup/routes/domain-setup-page'),
  ),
  '/dns-checker': lazyWithTexts(
    ['dns', 'findings', 'ops'],
    () => import('@/features/dns-checker/routes/dns-checker-page'),
  ),
  '/admin-audit': lazyWithTexts(
    ['audit', 'forms'],
    () => import('@/features/audit/routes/audit-page'),
  ),
  '/admin-trash': lazyWithTexts(['trash'], () => import('@/features/trash/routes/trash-page')),
  '/admin-dead-letters': lazyWithTexts(
    ['deadLetters', 'ops'],
    () => import('@/features/dead-letters/routes/dead-letters-page'),
  ),
  '/admin-pricing': lazyWithTexts(
    ['billing', 'checkout', 'admin', 'faults', 'imageHealth'],
    () => import('@/features/admin-pricing/routes/pricing-page'),
  ),
  '/admin-orders': lazyWithTexts(
    ['billing', 'checkout', 'receipts', 'accessCode'],
    () => import('@/features/orders/routes/orders-page'),
  ),
  '/admin-transfer': lazyWithTexts(
    ['transfer', 'faults', 'forms', 'ops'],
    () => import('@/features/transfer/routes/transfer-page'),
  ),
  '/admin-backup': lazyWithTexts(
    ['backup', 'imageHealth', 'ops'],
    () => import('@/features/admin-backup/routes/backup-page'),
  ),
  '/admin-images': lazyWithTexts(
    ['imageHealth'],
    () => import('@/features/admin-images/routes/images-page'),
  ),
  '/admin-people': lazyWithTexts(
    ['people', 'faults', 'forms'],
    () => import('@/features/people/routes/people-page'),
  ),
  '/admin-sessions': lazyWithTexts(
    ['sessions'],
    () => import('@/features/sessions/routes/sessions-page'),
  ),
  '/admin-second-step': lazyWithTexts(
    ['factors', 'people'],
    () => import('@/features/second-factor/routes/second-factor-page'),
  ),
  '/admin-colors': lazyWithTexts(
    ['colors', 'faults', 'forms', 'vocabulary'],
    () => import('@/features/colors/routes/colors-page'),
  ),
  '/admin-legal': lazyWithTexts(
    ['legal', 'faults', 'forms'],
    () => import('@/features/legal/routes/legal-editor-page'),
  ),
};

/** The screens of clinic and system, in a separate chunk, because other readers do not need them. */
export default function AdminScreens() {
  const { pathname } = useLocation();
  const path = Object.keys(screens).find((one) => matchPath(one, pathname));
  const Screen = path === undefined ? undefined : screens[path];
  return Screen && <Screen />;
}
