import type { Order } from '@ctdb/contracts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { callWithHeaders, routes, toPage } from '@/lib/api';
import { useSession } from '@/lib/session';

interface WantedOrders {
  /** Open refund requests alone. */
  isRequested: boolean;
  /** A number, an id or the beginning of the payer's address; blank: all. */
  text?: string;
  page: number;
  pageSize: number;
}

/** One page of orders, open refund requests first; or of those that a text names. Ask for the current state. */
export const ordersQuery = (wanted: WantedOrders) =>
  queryOptions({
    queryKey: ['orders', wanted],
    queryFn: async ({ signal }) => {
      const { isRequested, text, page, pageSize } = wanted;
      const query = { page: String(page), limit: String(pageSize) };
      const listed = { ...query, ...(isRequested && { refundRequested: 'true' as const }) };
      const answer = text
        ? callWithHeaders(routes.searchOrders, { query, body: { text }, signal })
        : callWithHeaders(routes.listOrders, { query: listed, signal });
      return toPage<Order>(await answer, pageSize);
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

/** How many buyers wait for an answer to their refund request; 0 for all but administrators. */
export const useRefundRequestCount = (): number => {
  const { isAdmin } = useSession();
  const waiting = ordersQuery({ isRequested: true, page: 1, pageSize: 1 });
  return useQuery({ ...waiting, enabled: isAdmin }).data?.total ?? 0;
};
