import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { isCode } from '@/lib/api';
import { fetchSession, sessionQuery } from '@/lib/session/session';

const isRefusal = (error: unknown): boolean =>
  isCode(error, 'ACCESS_REQUIRED') || isCode(error, 'FORBIDDEN');

/**
 * Asks the server again how long the access lasts: when the page wakes, comes back online, or one
 * of its calls is refused. A question that gets no answer changes nothing. Returns the way to ask
 * and hear whether there was an answer.
 */
export const useAsking = (): (() => Promise<boolean>) => {
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
