import type { Purchase } from '@ctdb/contracts';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, routeQuery, routes } from '@/lib/api';
import { serverNow } from '@/lib/clock';
import type { TypedCode } from './restore';

/** Poll interval while a provider holds a payment. */
const PENDING_POLL_MS = 10_000;
/** Longest timer, because browser timers overflow after 24 days. */
const MAX_TIMER_MS = 3_600_000;
const MARGIN_MS = 1_000;

/** Milliseconds until the list changes; false if no change is expected. */
export const nextRefetchMs = (purchases: readonly Purchase[], now: number): number | false => {
  const moments = purchases
    .filter(({ state }) => state === 'queued' || state === 'running')
    .flatMap(({ pass }) => (pass ? [pass.startsAt, pass.expiresAt] : []))
    .map((moment) => Date.parse(moment) - now + MARGIN_MS)
    .filter((wait) => wait > MARGIN_MS);
  if (purchases.some(({ state }) => state === 'pending')) moments.push(PENDING_POLL_MS);
  return moments.length > 0 && Math.min(...moments, MAX_TIMER_MS);
};

/** Loads this browser's purchases, newest first. */
export const purchasesQuery = queryOptions({
  ...routeQuery(['purchases'], routes.listPurchases),
  refetchInterval: ({ state }) => nextRefetchMs(state.data ?? [], serverNow()),
});

/** Whether the code of a purchase can be shown. */
export const hasCode = ({ accessCode, state }: Purchase): boolean =>
  accessCode !== undefined && state !== 'ended' && state !== 'refunded';

/** Whether an earlier version has mailed a code. */
export const hasMailedCode = (purchases: readonly Purchase[]): boolean =>
  purchases.some(({ isCodeMailed }) => isCodeMailed);

/** Requests a refund of a plan, which this browser need not have; its list then shows the request. */
export const useRequestRefund = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { orderId: string } | TypedCode) => call(routes.requestRefund, { body }),
    onSuccess: (changed) =>
      client.setQueryData(purchasesQuery.queryKey, (list: Purchase[] | undefined) =>
        list?.map((one) => (one.id === changed.id ? changed : one)),
      ),
  });
};

/** When the data of this browser's practice will be erased. A change of purchases reloads it. */
export const erasureQuery = routeQuery(['purchases', 'erasure'], routes.getErasure);
