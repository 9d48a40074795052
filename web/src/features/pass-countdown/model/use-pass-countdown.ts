import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isCode } from '@/lib/api';
import { fetchSession, sessionQuery } from '@/lib/session';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Below this time the reader is warned, in milliseconds. */
export const WARNING_MS = 5 * MINUTE_MS;

/** From this time on whole days are shown, in days. */
export const DAYS_SHOWN_FROM = 2;

interface Answer {
  askedAt: number;
  secondsLeft: number;
}

/**
 * The end of the access by the page's own clock: the server's seconds from the moment of the
 * request. A pass has at least the second that its answer took.
 */
export const computeEnd = ({ askedAt, secondsLeft }: Answer): number =>
  askedAt + Math.max(1, secondsLeft) * 1_000;

/** Milliseconds until the shown time changes. */
export const nextTickMs = (ms: number): number => {
  if (ms > DAYS_SHOWN_FROM * DAY_MS + MINUTE_MS) return MINUTE_MS;
  return ms - (Math.ceil(ms / 1_000) - 1) * 1_000;
};

const isRefusal = (error: unknown): boolean =>
  isCode(error, 'ACCESS_REQUIRED') || isCode(error, 'FORBIDDEN');

/**
 * Asks the server again how long the access lasts: when the page wakes, comes back online, or one
 * of its calls is refused. A question that gets no answer changes nothing. Returns the way to ask
 * and hear whether there was an answer.
 */
const useSessionRefresh = (): (() => Promise<boolean>) => {
  const client = useQueryClient();
  const asking = useRef<Promise<boolean>>(undefined);

  const ask = useCallback((): Promise<boolean> => {
    asking.current ??= fetchSession()
      .then((answer) => client.setQueryData(sessionQuery.queryKey, answer))
      .then(
        () => true,
        () => false,
      )
      .finally(() => (asking.current = undefined));
    return asking.current;
  }, [client]);

  useEffect(() => {
    const wake = () => void (document.visibilityState === 'visible' && ask());
    const refused = (error: unknown) => void (isRefusal(error) && ask());
    const stopQueries = client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') refused(event.action.error);
    });
    const stopMutations = client.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') refused(event.action.error);
    });
    document.addEventListener('visibilitychange', wake);
    window.addEventListener('online', wake);
    window.addEventListener('pageshow', wake);
    return () => {
      stopQueries();
      stopMutations();
      document.removeEventListener('visibilitychange', wake);
      window.removeEventListener('online', wake);
      window.removeEventListener('pageshow', wake);
    };
  }, [client, ask]);

  return ask;
};

/**
 * Counts down to `end` (see `computeEnd`). Then the server is asked; where it does not answer, the access
 * counts as ended here too, since it would refuse every call. Returns the milliseconds left.
 */
export const usePassCountdown = (end: number): number => {
  const client = useQueryClient();
  const ask = useSessionRefresh();
  const [now, setNow] = useState(() => performance.now());
  const left = Math.max(0, end - now);

  useEffect(() => {
    const tick = () => setNow(performance.now());
    const timer = setTimeout(tick, nextTickMs(Math.max(0, end - performance.now())));
    // Timers sleep with the page.
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [end, now]);

  const isOver = left === 0;
  useEffect(() => {
    if (!isOver) return;
    const close = () =>
      client.setQueryData(sessionQuery.queryKey, {
        role: 'anonymous',
        capabilities: [],
        askedAt: performance.now(),
      });
    void ask().then((answered) => answered || close());
  }, [isOver, end, ask, client]);

  return left;
};
