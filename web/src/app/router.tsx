import { Route, Routes } from 'react-router-dom';
import { AppFrame } from './app-frame';
import { page } from './pages';

const Landing = page(() => import('@/features/landing/routes/landing-page'), ['landing']);
const AdminLogin = page(() => import('@/features/admin-login/routes/admin-login-page'), ['admin']);
const Registry = page(
  () => import('@/features/registry/routes/registry-page'),
  ['registry', 'vocabulary'],
);
const DiseaseForm = page(
  () => import('@/features/registry/routes/disease-form-page'),
  ['registry', 'forms', 'vocabulary', 'faults'],
);
const TreatmentForm = page(
  () => import('@/features/registry/routes/treatment-form-page'),
  ['registry', 'forms', 'faults'],
);
const Trends = page(() => import('@/features/trends/routes/trends-page'), ['trends', 'vocabulary']);
const Analytics = page(
  () => import('@/features/analytics/routes/analytics-page'),
  ['analytics', 'vocabulary'],
);
const Checkout = page(
  () => import('@/features/checkout/routes/checkout-page'),
  ['checkout', 'receipts', 'paymentErrors'],
);
const Access = page(
  () => import('@/features/access/routes/access-page'),
  ['access', 'receipts', 'paymentErrors'],
);
const Trash = page(() => import('@/features/trash/routes/trash-page'), ['trash']);
const Pricing = page(
  () => import('@/features/admin-pricing/routes/pricing-page'),
  ['billing', 'checkout', 'admin', 'faults'],
);
const Orders = page(
  () => import('@/features/orders/routes/orders-page'),
  ['billing', 'checkout', 'receipts', 'paymentErrors'],
);

const NotFound = page(() => import('./not-found'), ['notFound']);

/** Every screen that exists. One line each; a screen that is not built has no line. */
export function AppRoutes() {
  return (
    <Routes>
      <Route path="/" element={<Landing />} />
      <Route path="/admin" element={<AdminLogin />} />
      <Route path="/admin-login" element={<AdminLogin />} />
      <Route element={<AppFrame />}>
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
        <Route path="/admin-audit" element={<Trash />} />
        <Route path="/admin-pricing" element={<Pricing />} />
        <Route path="/admin-orders" element={<Orders />} />
      </Route>
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
