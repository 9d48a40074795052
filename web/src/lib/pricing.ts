import {
  type Currency,
  defaultPlanPrices,
  type Plan,
  type PlanItem,
  planPriceField,
  purchaseItems,
  toDecimalString,
} from '@ctdb/contracts';
import { useQuery } from '@tanstack/react-query';
import { routeQuery, routes } from '@/lib/api';

const indian = ['Asia/Kolkata', 'Asia/Calcutta'];

/** The display currency of prices: rupees if the device uses the Indian time zone. */
export const displayCurrency = (): Currency =>
  indian.includes(new Intl.DateTimeFormat().resolvedOptions().timeZone) ? 'INR' : 'USD';

/** The pages that sell the plans. */
export const planPages = {
  hourly: '/hourly-access',
  premium: '/subscribe',
  professional: '/payment',
} as const satisfies Record<Plan, string>;

export const pricingQuery = routeQuery(['pricing'], routes.getPricing);

/** The price of one hour in each currency; `fallback` (minor units) until it is loaded. */
export const useHourlyPrice = (fallback: Record<Currency, number>) => {
  const { data, isError, refetch } = useQuery(pricingQuery);
  const amounts = {
    USD: data?.usd_hourly ?? toDecimalString(fallback.USD),
    INR: data?.inr_hourly ?? toDecimalString(fallback.INR),
  };
  return { amounts, isLoaded: data !== undefined, isError, refetch };
};

/** The prices of plans: in dollars they are fixed, in rupees the usual ones until they are loaded. */
export const usePlanPrices = () => {
  const { data } = useQuery(pricingQuery);
  return (item: PlanItem, currency: Currency): string =>
    currency === 'INR'
      ? (data?.[planPriceField(item)] ?? toDecimalString(defaultPlanPrices[item]))
      : toDecimalString(purchaseItems[item].usdCents);
};
