import { type Currency, toDecimal } from '@ctdb/contracts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call, routes } from '@/lib/api';

const indian = ['Asia/Kolkata', 'Asia/Calcutta'];

/** The currency in which prices are shown: rupees where the device keeps Indian time. */
export const displayCurrency = (): Currency =>
  indian.includes(new Intl.DateTimeFormat().resolvedOptions().timeZone) ? 'INR' : 'USD';

export const pricingQuery = queryOptions({
  queryKey: ['pricing'],
  queryFn: ({ signal }) => call(routes.getPricing, { signal }),
});

/**
 * The price of one hour in the visitor's currency; `fallback` (minor units) while it is not loaded
 * or could not be.
 */
export const useHourlyPrice = (fallback: Record<Currency, number>) => {
  const { data, isError, refetch } = useQuery(pricingQuery);
  const currency = displayCurrency();
  const loaded = data && { USD: data.usd_hourly, INR: data.inr_hourly };
  const amount = loaded?.[currency] ?? toDecimal(fallback[currency]);
  return { amount, currency, isLoaded: loaded !== undefined, isError, refetch };
};
