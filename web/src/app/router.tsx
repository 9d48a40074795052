import { legalPages } from '@ctdb/contracts';
import type { ComponentType } from 'react';
import { Route, Routes } from 'react-router-dom';
import { AppLayout } from './app-layout';
import { lazyPage } from './lazy-page';

const Landing = lazyPage(
  () => import('@/features/landing/routes/landing-page'),
  ['landing', 'plans', 'vocabulary'],
);
const AdminLogin = lazyPage(
  () => import('@/features/admin-login/routes/admin-login-page'),
  ['admin'],
);
const Invite = lazyPage(() => import('@/features/invite/routes/invite-page'), ['invite']);
const Registry = lazyPage(
  () => import('@/features/registry/routes/registry-page'),
  ['registry', 'vocabulary'],
);
const DiseaseForm = lazyPage(
  () => import('@/features/registry/routes/disease-form-page'),
  ['registry', 'forms', 'vocabulary', 'faults'],
);
const TreatmentForm = lazyPage(
  () => import('@/features/registry/routes/treatment-form-page'),
  ['registry', 'forms', 'faults'],
);
const Sheet = lazyPage(
  () => import('@/features/registry/routes/sheet-page'),
  ['sheet', 'registry', 'images', 'vocabulary'],
);
const Sample = lazyPage(
  () => import('@/features/registry/routes/sample-page'),
  ['sample', 'sheet', 'registry', 'images', 'vocabulary'],
);
const Trends = lazyPage(
  () => import('@/features/trends/routes/trends-page'),
  ['trends', 'analytics', 'vocabulary'],
);
const Analytics = lazyPage(
  () => import('@/features/analytics/routes/analytics-page'),
  ['analytics', 'vocabulary'],
);
const Checkout = lazyPage(
  () => import('@/features/checkout/routes/checkout-page'),
  ['checkout', 'plans'],
);
const Patients = lazyPage(
  () => import('@/features/patients/routes/patients-page'),
  ['patients', 'vocabulary'],
);
const Patient = lazyPage(
  () => import('@/features/patients/routes/patient-page'),
  ['patients', 'vocabulary'],
);
const Access = lazyPage(
  () => import('@/features/access/routes/access-page'),
  ['access', 'receipts', 'accessCode', 'addresses'],
);
const Receipts = lazyPage(
  () => import('@/features/receipts/routes/receipts-page'),
  ['receipts', 'documents', 'states'],
);
const Restore = lazyPage(
  () => import('@/features/access/routes/restore-page'),
  ['access', 'receipts', 'accessCode', 'addresses'],
);
const Legal = lazyPage(() => import('@/features/legal/routes/legal-page'), ['legal']);
const Admin = lazyPage(() => import('./admin-screens'), []);

// One string, because every byte here is part of the initial bundle of every page.
const adminPaths = [
  '/dns-checker',
  '/deployment',
  '/domain-setup',
  ...'operations audit trash dead-letters pricing orders backup images colors legal transfer people sessions second-step'
    .split(' ')
    .map((name) => `/admin-${name}`),
];

const NotFound = lazyPage(() => import('./not-found'), ['notFound']);

const screens = {
  '/': Landing,
  '/admin': AdminLogin,
  '/admin-login': AdminLogin,
  '/invite': Invite,
  '/hourly-access': Checkout,
  '/subscribe': Checkout,
  '/payment': Checkout,
  ...Object.fromEntries(legalPages.map((page) => [`/${page}`, Legal])),
  '/access': Access,
  '/access/receipts/:id': Receipts,
  '/restore': Restore,
  '/app': Registry,
  '/app/add-disease': DiseaseForm,
  '/add-disease': DiseaseForm,
  '/app/add-treatment/:id?': TreatmentForm,
  '/app/sheet/:id': Sheet,
  '/sample': Sample,
  '/patients': Patients,
  '/patients/:id': Patient,
  '/trends': Trends,
  '/app/trends': Trends,
  '/analytics': Analytics,
  '/app/analytics': Analytics,
  ...Object.fromEntries(adminPaths.map((path) => [path, Admin])),
};

/** The paths of all screens. */
export const screenPaths = Object.keys(screens);

const toRoute = ([path, Screen]: [string, ComponentType]) => (
  <Route key={path} path={path} element={<Screen />} />
);

/** Every screen that exists. One line each; a screen that is not built has no line. */
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
