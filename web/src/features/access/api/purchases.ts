import type { Purchase } from '@ctdb/contracts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, routes } from '@/lib/api';
import { nextChange } from '../model/next-change';

/** What this browser has bought, newest first. */
export const purchasesQuery = queryOptions({
  queryKey: ['purchases'],
  queryFn: ({ signal }) => call(routes.listPurchases, { signal }),
  refetchInterval: ({ state }) => nextChange(state.data ?? [], Date.now()),
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
