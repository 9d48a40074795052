import { legalPages } from '@ctdb/contracts';
import type { ComponentType } from 'react';
import { Route, Routes } from 'react-router-dom';
import { lazyWithTexts } from '@/i18n/lazy-with-texts';
import { adminPaths } from '@/lib/navigation';
import { AppLayout } from './app-layout';

const AdminLogin = lazyWithTexts(
  ['admin'],
  () => import('@/features/admin-login/routes/admin-login-page'),
);
const DiseaseForm = lazyWithTexts(
  ['registry', 'forms', 'images', 'vocabulary', 'faults'],
  () => import('@/features/registry/routes/disease-form-page'),
);
const Trends = lazyWithTexts(
  ['trends', 'analytics', 'vocabulary'],
  () => import('@/features/trends/routes/trends-page'),
);
const Analytics = lazyWithTexts(
  ['analytics', 'vocabulary'],
  () => import('@/features/analytics/routes/analytics-page'),
);
const Checkout = lazyWithTexts(
  ['checkout', 'plans'],
  () => import('@/features/checkout/routes/checkout-page'),
);
const Legal = lazyWithTexts(['legal'], () => import('@/features/legal/routes/legal-page'));
const Admin = lazyWithTexts([], () => import('./admin-screens'));
const NotFound = lazyWithTexts(['notFound'], () => import('./not-found'));

const screens = {
  '/': lazyWithTexts(
    ['landing', 'plans', 'vocabulary'],
    () => import('@/features/landing/routes/landing-page'),
  ),
  '/admin': AdminLogin,
  '/admin-login': AdminLogin,
  '/invite': lazyWithTexts(['invite'], () => import('@/features/invite/routes/invite-page')),
  '/hourly-access': Checkout,
  '/subscribe': Checkout,
  '/payment': Checkout,
  ...Object.fromEntries(legalPages.map((page) => [`/${page}`, Legal])),
  '/access': lazyWithTexts(
    ['access', 'receipts', 'accessCode', 'addresses'],
    () => import('@/features/access/routes/access-page'),
  ),
  '/access/receipts/:id': lazyWithTexts(
    ['receipts', 'documents', 'states'],
    () => import('@/features/receipts/routes/receipts-page'),
  ),
  '/restore': lazyWithTexts(
    ['access', 'receipts', 'accessCode', 'addresses'],
    () => import('@/features/access/routes/restore-page'),
  ),
  '/app': lazyWithTexts(
    ['registry', 'vocabulary'],
    () => import('@/features/registry/routes/registry-page'),
  ),
  '/app/add-disease': DiseaseForm,
  '/add-disease': DiseaseForm,
  '/app/add-treatment/:id?': lazyWithTexts(
    ['registry', 'forms', 'faults'],
    () => import('@/features/registry/routes/treatment-form-page'),
  ),
  '/app/sheet/:id': lazyWithTexts(
    ['sheet', 'registry', 'images', 'vocabulary'],
    () => import('@/features/registry/routes/sheet-page'),
  ),
  '/sample': lazyWithTexts(
    ['sample', 'sheet', 'registry', 'images', 'vocabulary'],
    () => import('@/features/registry/routes/sample-page'),
  ),
  '/patients': lazyWithTexts(
    ['patients', 'vocabulary'],
    () => import('@/features/patients/routes/patients-page'),
  ),
  '/patients/:id': lazyWithTexts(
    ['patients', 'vocabulary'],
    () => import('@/features/patients/routes/patient-page'),
  ),
  '/trends': Trends,
  '/app/trends': Trends,
  '/analytics': Analytics,
  '/app/analytics': Analytics,
  '/admin-sessions': Admin,
  '/admin-second-step': Admin,
  ...Object.fromEntries(adminPaths.map((path) => [path, Admin])),
};

/** The paths of all screens. */
export const screenPaths = Object.keys(screens);

const toRoute = ([path, Screen]: [string, ComponentType]) => (
  <Route key={path} path={path} element={<Screen />} />
);

/** Every screen that exists. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<AppLayout />}>
        {Object.entries(screens).map(toRoute)}
        <Route path="*" element={<NotFound />} />
      </Route>
    </Routes>
  );
}
