import { Route, Routes } from 'react-router-dom';
import { AppLayout } from './app-layout';
import { lazyPage } from './lazy-page';

const Landing = lazyPage(() => import('@/features/landing/routes/landing-page'), ['landing']);
const AdminLogin = lazyPage(
  () => import('@/features/admin-login/routes/admin-login-page'),
  ['admin'],
);
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
  ['checkout', 'receipts'],
);
const Access = lazyPage(
  () => import('@/features/access/routes/access-page'),
  ['access', 'receipts'],
);
const Admin = lazyPage(() => import('./admin-screens'), ['ops']);

// One string, because every byte here is part of the initial bundle of every page.
const adminPaths = [
  '/dns-checker',
  '/deployment',
  '/domain-setup',
  ...'operations audit trash dead-letters pricing orders backup images'
    .split(' ')
    .map((name) => `/admin-${name}`),
];

const NotFound = lazyPage(() => import('./not-found'), ['notFound']);

/** Every screen that exists. One line each; a screen that is not built has no line. */
export function AppRoutes() {
  return (
    <Routes>
      <Route path="/" element={<Landing />} />
      <Route path="/admin" element={<AdminLogin />} />
      <Route path="/admin-login" element={<AdminLogin />} />
      <Route element={<AppLayout />}>
        <Route path="/hourly-access" element={<Checkout />} />
        <Route path="/subscribe" element={<Checkout />} />
        <Route path="/payment" element={<Checkout />} />
        <Route path="/access" element={<Access />} />
        <Route path="/app" element={<Registry />} />
        <Route path="/app/add-disease" element={<DiseaseForm />} />
        <Route path="/add-disease" element={<DiseaseForm />} />
        <Route path="/app/add-treatment/:id?" element={<TreatmentForm />} />
        <Route path="/trends" element={<Trends />} />
        <Route path="/app/trends" element={<Trends />} />
        <Route path="/analytics" element={<Analytics />} />
        <Route path="/app/analytics" element={<Analytics />} />
        {adminPaths.map((path) => (
          <Route key={path} path={path} element={<Admin />} />
        ))}
      </Route>
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
