import type { Order } from '@ctdb/contracts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, callWithHeaders, routes, toPage } from '@/lib/api';

/** Orders on a page. */
export const ORDERS_PAGE_SIZE = 20;
/** Poll interval of an unfinished refund. */
export const REFUND_POLL_MS = 2_000;

type OrderPage = ReturnType<typeof toPage<Order>>;

/** Whether the buyer has requested a refund that no administrator has answered yet. */
export const hasOpenRefundRequest = ({ state, refundRequestedAt }: Order): boolean =>
  state === 'paid' && refundRequestedAt !== undefined;

const isUnfinished = ({ state }: Order): boolean => state === 'refunding';

/** One page of orders, newest first; polled while a refund on it is unfinished. */
export const useOrders = (page: number) =>
  useQuery({
    queryKey: ['orders', page],
    queryFn: async ({ signal }) => {
      const query = { page: String(page), limit: String(ORDERS_PAGE_SIZE) };
      return toPage(await callWithHeaders(routes.listOrders, { query, signal }), ORDERS_PAGE_SIZE);
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.items.some(isUnfinished) ? REFUND_POLL_MS : false),
  });

/** Refunds a payment and updates its row in all cached lists. */
export const useRefund = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(routes.refundOrder, { params: { id } }),
    onSuccess: (changed) => {
      client.setQueriesData<OrderPage>(
        { queryKey: ['orders'] },
        (page) =>
          page && {
            ...page,
            items: page.items.map((order) => (order.id === changed.id ? changed : order)),
          },
      );
      void client.invalidateQueries({ queryKey: ['orders'] });
    },
  });
};
