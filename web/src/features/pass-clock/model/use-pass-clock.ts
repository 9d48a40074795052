import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { sessionQuery } from '@/lib/session/session';
import { untilNext } from './time-left';
import { useAsking } from './use-asking';

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
