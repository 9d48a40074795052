import type { ComponentType } from 'react';
import { matchPath, useLocation } from 'react-router-dom';
import { page } from './pages';

const screens: Readonly<Record<string, ComponentType>> = {
  '/admin-audit': page(() => import('@/features/trash/routes/trash-page'), ['trash']),
  '/admin-pricing': page(
    () => import('@/features/admin-pricing/routes/pricing-page'),
    ['billing', 'checkout', 'admin', 'faults', 'imageHealth'],
  ),
  '/admin-orders': page(
    () => import('@/features/orders/routes/orders-page'),
    ['billing', 'checkout', 'receipts', 'paymentErrors'],
  ),
  '/admin-backup': page(
    () => import('@/features/admin-backup/routes/backup-page'),
    ['backup', 'imageHealth'],
  ),
  '/admin-images': page(
    () => import('@/features/admin-images/routes/images-page'),
    ['imageHealth'],
  ),
};

/** The screens of administrators, in a file of their own: the first view of the others is lighter. */
export default function AdminScreens() {
  const { pathname } = useLocation();
  const path = Object.keys(screens).find((one) => matchPath(one, pathname));
  const Screen = path === undefined ? undefined : screens[path];
  return Screen && <Screen />;
}
