import type { Order } from '@ctdb/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call, routes, type toPage } from '@/lib/api';
import { ordersQuery } from '@/lib/orders';

/** Poll interval of an unfinished refund. */
export const REFUND_POLL_MS = 2_000;

type OrderPage = ReturnType<typeof toPage<Order>>;

/** Whether the buyer has requested a refund that no administrator has answered yet. */
export const hasOpenRefundRequest = ({ state, refundRequestedAt }: Order): boolean =>
  state === 'paid' && refundRequestedAt !== undefined;

const isUnfinished = ({ state }: Order): boolean => state === 'refunding';

/** One page of orders; polled while a refund on it is unfinished. */
export const useOrders = (wanted: { isRequested: boolean; text: string; page: number }) =>
  useQuery({
    ...ordersQuery({ ...wanted, pageSize: 20 }),
    refetchInterval: ({ state }) => (state.data?.items.some(isUnfinished) ? REFUND_POLL_MS : false),
  });

/** Refunds a payment and updates its row in all cached lists. */
export const useRefund = () => {
  const client = useQueryClient();
  return async (id: string): Promise<Order> => {
    const changed = await call(routes.refundOrder, { params: { id } });
    client.setQueriesData<OrderPage>(
      { queryKey: ['orders'] },
      (page) =>
        page && { ...page, items: page.items.map((one) => (one.id === id ? changed : one)) },
    );
    void client.invalidateQueries({ queryKey: ['orders'] });
    void client.invalidateQueries({ queryKey: ['orderTotals'] });
    return changed;
  };
};
