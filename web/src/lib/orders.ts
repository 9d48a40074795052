import type { Order } from '@ctdb/contracts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { callWithHeaders, routes, toPage } from '@/lib/api';
import { useSession } from '@/lib/session';

/** One page of orders, open refund requests first; or of these alone. Ask for the current state. */
export const ordersQuery = (onlyRequested: boolean, page: number, pageSize: number) =>
  queryOptions({
    queryKey: ['orders', onlyRequested, page, pageSize],
    queryFn: async ({ signal }) => {
      const query = {
        page: String(page),
        limit: String(pageSize),
        ...(onlyRequested && { refundRequested: 'true' as const }),
      };
      return toPage<Order>(await callWithHeaders(routes.listOrders, { query, signal }), pageSize);
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

/** How many buyers wait for an answer to their refund request; 0 for all but administrators. */
export const useRefundRequestCount = (): number => {
  const { isAdmin } = useSession();
  return useQuery({ ...ordersQuery(true, 1, 1), enabled: isAdmin }).data?.total ?? 0;
};
