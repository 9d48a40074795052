import type { Purchase } from '@ctdb/contracts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, routes } from '@/lib/api';

/** How often a payment that PayPal holds is asked about, in milliseconds. */
const PENDING_POLL_MS = 10_000;
/** No timer runs longer; browsers' own overflow after 24 days. In milliseconds. */
const LONGEST_MS = 3_600_000;
const MARGIN_MS = 1_000;

/** In how many milliseconds the list will say something else; false where it will not by itself. */
export const nextRefetchMs = (purchases: readonly Purchase[], now: number): number | false => {
  const moments = purchases
    .filter(({ state }) => state === 'queued' || state === 'running')
    .flatMap(({ pass }) => (pass ? [pass.startsAt, pass.expiresAt] : []))
    .map((moment) => Date.parse(moment) - now + MARGIN_MS)
    .filter((wait) => wait > MARGIN_MS);
  if (purchases.some(({ state }) => state === 'pending')) moments.push(PENDING_POLL_MS);
  return moments.length > 0 && Math.min(...moments, LONGEST_MS);
};

/** What this browser has bought, newest first. */
export const purchasesQuery = queryOptions({
  queryKey: ['purchases'],
  queryFn: ({ signal }) => call(routes.listPurchases, { signal }),
  refetchInterval: ({ state }) => nextRefetchMs(state.data ?? [], Date.now()),
});

/** Asks for the money of a plan back; the list then shows that it was asked. */
export const useRequestRefund = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(routes.requestRefund, { body: { id } }),
    onSuccess: (changed) =>
      client.setQueryData(purchasesQuery.queryKey, (list: Purchase[] = []) =>
        list.map((one) => (one.id === changed.id ? changed : one)),
      ),
  });
};

/** Moves a purchase to this browser; who the reader is and what there is to see is asked again. */
export const useRestore = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { receiptCode: string; email: string }) =>
      call(routes.restoreAccess, { body }),
    onSuccess: () => client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'config' }),
  });
};
