import type { CaptureOutcome } from '@ctdb/contracts';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, call, callWithHeaders, retryAfterOf, routes } from '@/lib/api';

/**
 * Whether nobody knows yet what became of the payment: no answer, or one that says nothing about
 * it. Such a payment is asked for again and never called failed.
 */
export const isOutcomeUnknown = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || [408, 429].includes(error.status);

const FIRST_MS = 3_000;
const LONGEST_MS = 30_000;

/** How long to wait before asking once more, in milliseconds, after `asked` answers. */
export const retryDelayMs = (asked: number, error?: unknown): number =>
  Math.max(
    Math.min(FIRST_MS * 1.5 ** Math.max(asked - 1, 0), LONGEST_MS),
    (retryAfterOf(error) ?? 0) * 1_000,
  );

/** What became of an order; whether its access begins only later, or is over, by the server's clock. */
export type Outcome = CaptureOutcome & { isQueued: boolean; isOver: boolean };

/** Clocks and transport may differ by this much before "later" means later, in milliseconds. */
const TOLERANCE_MS = 5_000;

const capture = async (id: string): Promise<Outcome> => {
  const { data, headers } = await callWithHeaders(routes.captureOrder, { params: { id } });
  const now = Date.parse(headers.get('date') ?? '') || Date.now();
  if (data.status !== 'COMPLETED') return { ...data, isQueued: false, isOver: false };
  const [start, end] = [Date.parse(data.pass.startsAt), Date.parse(data.pass.expiresAt)];
  return { ...data, isQueued: start > now + TOLERANCE_MS, isOver: end <= now };
};

/**
 * Takes the money of an order. Asking again changes nothing and answers the same, which is why this
 * is a query: it goes on until the outcome is known, a held payment's too.
 */
export const captureQuery = (id: string) =>
  queryOptions({
    queryKey: ['capture', id],
    queryFn: () => capture(id),
    refetchInterval: ({ state: { data, error, dataUpdateCount, errorUpdateCount } }) => {
      const isOpen = error ? isOutcomeUnknown(error) : data?.status === 'PENDING';
      return isOpen && retryDelayMs(dataUpdateCount + errorUpdateCount, error);
    },
    // The buyer may be looking at another tab while PayPal decides.
    refetchIntervalInBackground: true,
  });

/** How payments are taken here, and what is charged. */
export const checkoutQuery = queryOptions({
  queryKey: ['checkout'],
  queryFn: ({ signal }) => call(routes.getCheckout, { signal }),
});
