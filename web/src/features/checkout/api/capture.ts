import type { CaptureOutcome } from '@ctdb/contracts';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, callWithHeaders, findRetryAfter, isCode, routeQuery, routes } from '@/lib/api';
import { serverNow } from '@/lib/clock';

/**
 * Whether the payment outcome is still unknown: no response, or a status that does not decide it.
 * The page requests the capture again and never shows such a payment as failed. An order that the
 * provider called paid may be read as unpaid for a moment, and one that is not known, or not any more, is
 * found later.
 */
export const isOutcomeUnknown = (error: unknown, isPaid = false): boolean =>
  !(error instanceof ApiError) ||
  error.status >= 500 ||
  [408, 429].includes(error.status) ||
  (isPaid && (isCode(error, 'ORDER_NOT_APPROVED') || isCode(error, 'NOT_FOUND')));

const INITIAL_RETRY_DELAY_MS = 3_000;
const MAX_RETRY_DELAY_MS = 30_000;

/** Delay before the next capture request, in milliseconds, after `attempts` responses. */
export const retryDelayMs = (attempts: number, error?: unknown): number =>
  Math.max(
    Math.min(INITIAL_RETRY_DELAY_MS * 1.5 ** Math.max(attempts - 1, 0), MAX_RETRY_DELAY_MS),
    (findRetryAfter(error) ?? 0) * 1_000,
  );

/** Capture result of an order. The server's clock decides whether access is queued or has ended. */
export type CaptureResult = CaptureOutcome & { isQueued: boolean; hasEnded: boolean };

/** Tolerated clock difference and transport time for `isQueued`. */
const TOLERANCE_MS = 5_000;

const capture = async (id: string): Promise<CaptureResult> => {
  const { data, headers } = await callWithHeaders(routes.captureOrder, { params: { id } });
  const now = Date.parse(headers.get('date') ?? '') || serverNow();
  if (data.status !== 'COMPLETED') return { ...data, isQueued: false, hasEnded: false };
  const [start, end] = [Date.parse(data.pass.startsAt), Date.parse(data.pass.expiresAt)];
  return { ...data, isQueued: start > now + TOLERANCE_MS, hasEnded: end <= now };
};

/**
 * Captures the payment of an order. It is a query, because a repeated capture is idempotent. It is
 * repeated until the outcome is known, also for a payment that PayPal holds, but not if `isStopped`.
 */
export const captureQuery = (id: string, isPaid: boolean, isStopped: boolean) =>
  queryOptions({
    queryKey: ['capture', id],
    queryFn: () => capture(id),
    refetchInterval: ({ state: { data, error, dataUpdateCount, errorUpdateCount } }) => {
      const isOpen = error ? isOutcomeUnknown(error, isPaid) : data?.status === 'PENDING';
      return isOpen && !isStopped && retryDelayMs(dataUpdateCount + errorUpdateCount, error);
    },
    // The buyer may be looking at another tab while PayPal decides.
    refetchIntervalInBackground: true,
  });

/** The access code of an order of this browser, which works once the order is paid. */
export const accessCodeQuery = (orderId: string) =>
  routeQuery(['accessCode', orderId], routes.revealAccessCode, { body: { orderId } });
