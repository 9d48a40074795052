import { legalPages } from '@ctdb/contracts';
import type { ComponentType } from 'react';
import { Route, Routes } from 'react-router-dom';
import { lazyWithTexts } from '@/i18n/lazy-with-texts';
import { adminPaths } from '@/lib/navigation';
import { AppLayout } from './app-layout';

const AdminLogin = lazyWithTexts(
  () => import('@/features/admin-login/routes/admin-login-page'),
  ['admin'],
);
const DiseaseForm = lazyWithTexts(
  () => import('@/features/registry/routes/disease-form-page'),
  ['registry', 'forms', 'images', 'vocabulary', 'faults'],
);
const Trends = lazyWithTexts(
  () => import('@/features/trends/routes/trends-page'),
  ['trends', 'analytics', 'vocabulary'],
);
const Analytics = lazyWithTexts(
  () => import('@/features/analytics/routes/analytics-page'),
  ['analytics', 'vocabulary'],
);
const Checkout = lazyWithTexts(
  () => import('@/features/checkout/routes/checkout-page'),
  ['checkout', 'plans'],
);
const Legal = lazyWithTexts(() => import('@/features/legal/routes/legal-page'), ['legal']);
const Admin = lazyWithTexts(() => import('./admin-screens'), []);
const NotFound = lazyWithTexts(() => import('./not-found'), ['notFound']);

const screens = {
  '/': lazyWithTexts(
    () => import('@/features/landing/routes/landing-page'),
    ['landing', 'plans', 'vocabulary'],
  ),
  '/admin': AdminLogin,
  '/admin-login': AdminLogin,
  '/invite': lazyWithTexts(() => import('@/features/invite/routes/invite-page'), ['invite']),
  '/hourly-access': Checkout,
  '/subscribe': Checkout,
  '/payment': Checkout,
  ...Object.fromEntries(legalPages.map((page) => [`/${page}`, Legal])),
  '/access': lazyWithTexts(
    () => import('@/features/access/routes/access-page'),
    ['access', 'receipts', 'accessCode', 'addresses'],
  ),
  '/access/receipts/:id': lazyWithTexts(
    () => import('@/features/receipts/routes/receipts-page'),
    ['receipts', 'documents', 'states'],
  ),
  '/restore': lazyWithTexts(
    () => import('@/features/access/routes/restore-page'),
    ['access', 'receipts', 'accessCode', 'addresses'],
  ),
  '/app': lazyWithTexts(
    () => import('@/features/registry/routes/registry-page'),
    ['registry', 'vocabulary'],
  ),
  '/app/add-disease': DiseaseForm,
  '/add-disease': DiseaseForm,
  '/app/add-treatment/:id?': lazyWithTexts(
    () => import('@/features/registry/routes/treatment-form-page'),
    ['registry', 'forms', 'faults'],
  ),
  '/app/sheet/:id': lazyWithTexts(
    () => import('@/features/registry/routes/sheet-page'),
    ['sheet', 'registry', 'images', 'vocabulary'],
  ),
  '/sample': lazyWithTexts(
    () => import('@/features/registry/routes/sample-page'),
    ['sample', 'sheet', 'registry', 'images', 'vocabulary'],
  ),
  '/patients': lazyWithTexts(
    () => import('@/features/patients/routes/patients-page'),
    ['patients', 'vocabulary'],
  ),
  '/patients/:id': lazyWithTexts(
    () => import('@/features/patients/routes/patient-page'),
    ['patients', 'vocabulary'],
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
