import type { Pricing } from '@ctdb/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, currentQuery, routes } from '@/lib/api';
import { pricingQuery } from '@/lib/pricing';

/** Prices as they are typed. */
export type PriceFields = Pricing;

/** The newest changes of the prices, newest first. */
export const changesQuery = currentQuery(['price-changes'], routes.listPriceChanges);

/** The current prices; always reloaded, because another administrator may change them. */
export const usePrices = () => useQuery({ ...pricingQuery, refetchOnMount: 'always' });

/** Sets the prices, and reloads them on every screen that uses them. */
export const useSetPrices = () => {
  const client = useQueryClient();
  const stale: unknown[] = [pricingQuery.queryKey[0], changesQuery.queryKey[0], 'checkout'];
  return useMutation({
    mutationFn: (body: Partial<PriceFields>) => call(routes.setPricing, { body }),
    onSuccess: (prices) => {
      client.setQueryData(pricingQuery.queryKey, prices);
      void client.invalidateQueries({ predicate: ({ queryKey }) => stale.includes(queryKey[0]) });
    },
  });
};
