import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { LONG_DURATION_SECONDS } from '@/i18n/enum-labels';
import { isCode } from '@/lib/api';
import { renewSession, sessionQuery } from '@/lib/session';

const MINUTE_MS = 60_000;

/** Poll interval of the session while the page is visible, because access may move to another browser. */
export const SESSION_POLL_MS = 30_000;

/** Remaining time at which the reader is warned. */
export const WARNING_MS = 5 * MINUTE_MS;

interface Answer {
  askedAt: number;
  secondsLeft: number;
}

/**
 * The end of the access by the page's monotonic clock: request time plus the server's seconds. At
 * least one second, because the server has confirmed the pass.
 */
export const computeEnd = ({ askedAt, secondsLeft }: Answer): number =>
  askedAt + Math.max(1, secondsLeft) * 1_000;

/** Milliseconds until the shown time changes. */
export const nextTickMs = (ms: number): number => {
  if (ms > LONG_DURATION_SECONDS * 1_000 + MINUTE_MS) return MINUTE_MS;
  return ms - (Math.ceil(ms / 1_000) - 1) * 1_000;
};

const isRefusal = (error: unknown): boolean =>
  isCode(error, 'ACCESS_REQUIRED') || isCode(error, 'FORBIDDEN');

/**
 * Reloads the session every half minute, when the page becomes visible or online, and if one of its calls
 * is rejected. Returns the reload function.
 */
const useSessionRefresh = (): (() => Promise<boolean>) => {
  const client = useQueryClient();
  const ask = useCallback(() => renewSession(client), [client]);

  useEffect(() => {
    const wake = () => void (document.visibilityState === 'visible' && ask());
    const refused = (error: unknown) => void (isRefusal(error) && ask());
    const stopQueries = client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') refused(event.action.error);
    });
    const stopMutations = client.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') refused(event.action.error);
    });
    const timer = setInterval(wake, SESSION_POLL_MS);
    document.addEventListener('visibilitychange', wake);
    window.addEventListener('online', wake);
    window.addEventListener('pageshow', wake);
    return () => {
      stopQueries();
      stopMutations();
      clearInterval(timer);
      document.removeEventListener('visibilitychange', wake);
      window.removeEventListener('online', wake);
      window.removeEventListener('pageshow', wake);
    };
  }, [client, ask]);

  return ask;
};

/**
 * Counts down to `end` (see `computeEnd`), then reloads the session. If the server does not reply,
 * the access counts as ended. Returns the milliseconds left.
 */
export const usePassCountdown = (end: number): number => {
  const client = useQueryClient();
  const ask = useSessionRefresh();
  const [now, setNow] = useState(() => performance.now());
  const left = Math.max(0, end - now);

  useEffect(() => {
    const tick = () => setNow(performance.now());
    const timer = setTimeout(tick, nextTickMs(Math.max(0, end - performance.now())));
    // Browsers pause timers of hidden pages.
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [end, now]);

  const hasEnded = left === 0;
  useEffect(() => {
    if (!hasEnded) return;
    const close = () =>
      client.setQueryData(sessionQuery.queryKey, {
        role: 'anonymous',
        capabilities: [],
        askedAt: performance.now(),
      });
    void ask().then((answered) => answered || close());
  }, [hasEnded, end, ask, client]);

  return left;
};
