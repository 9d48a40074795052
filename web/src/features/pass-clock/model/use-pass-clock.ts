import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { isCode } from '@/lib/api';
import { fetchSession, sessionQuery } from '@/lib/session';
import { untilNext } from './time-left';

const isRefusal = (error: unknown): boolean =>
  isCode(error, 'ACCESS_REQUIRED') || isCode(error, 'FORBIDDEN');

/**
 * Asks the server again how long the access lasts: when the page wakes, comes back online, or one
 * of its calls is refused. A question that gets no answer changes nothing. Returns the way to ask
 * and hear whether there was an answer.
 */
const useAsking = (): (() => Promise<boolean>) => {
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
 * Counts down to `end` (see `endOf`). Then the server is asked; where it does not answer, the access
 * counts as ended here too, since it would refuse every call. Returns the milliseconds left.
 */
export const usePassClock = (end: number): number => {
  const client = useQueryClient();
  const ask = useAsking();
  const [now, setNow] = useState(() => performance.now());
  const left = Math.max(0, end - now);

  useEffect(() => {
    const tick = () => setNow(performance.now());
    const timer = setTimeout(tick, untilNext(Math.max(0, end - performance.now())));
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
