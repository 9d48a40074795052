import { Route, Routes } from 'react-router-dom';
import { NotFound } from './not-found';
import { page } from './pages';

const Landing = page(() => import('@/features/landing/routes/landing-page'), ['landing']);
const AdminLogin = page(() => import('@/features/admin-login/routes/admin-login-page'), ['admin']);

/** Every screen that exists. One line each; a screen that is not built has no line. */
export function AppRoutes() {
  return (
    <Routes>
      <Route path="/" element={<Landing />} />
      <Route path="/admin" element={<AdminLogin />} />
      <Route path="/admin-login" element={<AdminLogin />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
