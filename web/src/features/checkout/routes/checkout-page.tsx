import { useLocation } from 'react-router-dom';
import { HourlyAccessPage } from '../components/hourly-access-page';
import { PlanPage } from '../components/plan-page';

/** The three pages that sell something, in one file: they share nearly everything. */
export default function CheckoutPage() {
  const { pathname } = useLocation();
  if (/^\/subscribe\b/.test(pathname)) return <PlanPage plan="premium" />;
  if (/^\/payment\b/.test(pathname)) return <PlanPage plan="professional" />;
  return <HourlyAccessPage />;
}
