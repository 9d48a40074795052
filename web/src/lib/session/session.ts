import type { Capability, SessionState } from '@ctdb/contracts';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, routes } from '@/lib/api';
import { onSignInChange, readAdminToken } from '@/lib/api/admin-token';
import { refreshAdminToken } from '@/lib/api/refresh';

/** Asks the server who the reader is. */
const askServer = async (signal?: AbortSignal): Promise<SessionState> => {
  const token = readAdminToken();
  const session = await call(routes.getSession, { signal });
  // The route is open to all, so a token that ran out shows as another role, not as a 401.
  if (token === null || session.role === 'admin' || !(await refreshAdminToken(token)))
    return session;
  return call(routes.getSession, { signal });
};

/** The server's answer and when it was asked, by the page's own clock, which nobody sets. */
export const fetchSession = async (signal?: AbortSignal) => {
  const askedAt = performance.now();
  return { ...(await askServer(signal)), askedAt };
};

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => fetchSession(signal),
});

/** Who the server takes the reader for; `role` is undefined until it has answered. */
export const useSession = () => {
  const { data, isPending, error, refetch } = useQuery(sessionQuery);
  return {
    ...data,
    isAdmin: data?.role === 'admin',
    isPending,
    error,
    refetch,
    /** Whether the reader may use this part; administrators may use all. */
    can: (capability: Capability): boolean =>
      data?.role === 'admin' || (data?.capabilities.includes(capability) ?? false),
  };
};

/**
 * Asks again who the reader is whenever somebody signs in or out, and only then for everything
 * else: what the reader may no longer see is off the screen by then and is not asked for. Mount once.
 */
export const useSessionWatch = (): void => {
  const client = useQueryClient();
  useEffect(() => {
    const renew = async () => {
      await client.resetQueries({ queryKey: sessionQuery.queryKey });
      const kept: unknown[] = ['config', 'session'];
      await client.resetQueries({ predicate: ({ queryKey }) => !kept.includes(queryKey[0]) });
    };
    return onSignInChange(() => void renew());
  }, [client]);
};
