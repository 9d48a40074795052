import {
  type Ability,
  defaultProductName,
  type PublicConfig,
  type SessionState,
} from '@ctdb/contracts';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useLanguage } from '@/i18n/language';
import { call, routes } from '@/lib/api';
import { clearAdminToken, onSignInChange, readAdminToken } from '@/lib/api/admin-token';
import { refreshAdminToken } from '@/lib/api/call';
import { onWake } from './clock';
import { clearDrafts } from './draft-store';
import { announcePracticeChange, onPracticeChange } from './practice-change';

export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }): Promise<PublicConfig> => call(routes.getConfig, { signal }),
});

/** The public configuration; undefined until it is loaded. */
export const useConfig = (): PublicConfig | undefined => useQuery(configQuery).data;

/** "Color Therapy Database", with the name that this installation is configured to have. */
export const useProductTitle = (): string => {
  const { t } = useTranslation();
  const language = useLanguage();
  return t('product.database', {
    name: (useConfig()?.productName ?? defaultProductName)[language],
  });
};

/** Whether readers with this role are persons of the team, who sign in. */
const isPerson = (role?: SessionState['role']): boolean =>
  role !== undefined && role !== 'anonymous' && role !== 'pass';

/** Loads the reader's role from the server. */
const askServer = async (signal?: AbortSignal): Promise<SessionState> => {
  const token = readAdminToken();
  const session = await call(routes.getSession, { signal });
  // The route is open to all, so a token that ran out shows as another role, not as a 401.
  if (token === null || isPerson(session.role) || !(await refreshAdminToken(token))) return session;
  return call(routes.getSession, { signal });
};

/** The server's reply and the request time by the page's monotonic clock. */
export const fetchSession = async (signal?: AbortSignal) => {
  const askedAt = performance.now();
  return { ...(await askServer(signal)), askedAt };
};

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => fetchSession(signal),
});

let renewal: Promise<boolean> | undefined;

/** Loads the session again. A failed attempt changes nothing. Resolves to whether the server replied. */
export const renewSession = (client: QueryClient): Promise<boolean> => {
  renewal ??= fetchSession()
    .then((answer) => client.setQueryData(sessionQuery.queryKey, answer))
    .then(
      () => true,
      () => false,
    )
    .finally(() => (renewal = undefined));
  return renewal;
};

/** The reader's session; `role` is undefined until it is loaded. */
export const useSession = () => {
  const { data, isPending, error, refetch } = useQuery(sessionQuery);
  return {
    ...data,
    isPerson: isPerson(data?.role),
    /** Administrators and owners. */
    isAdmin: data?.role === 'admin',
    isPending,
    error,
    refetch,
    /** Whether the reader may use this part. Older servers do not list what administrators may use. */
    can: (ability: Ability): boolean =>
      (data?.role === 'admin' && ability !== 'people') ||
      (data?.capabilities.includes(ability) ?? false),
  };
};

/**
 * Reloads the session after a sign-in or sign-out, then all other data. In this order, screens that
 * the reader may no longer see are closed and load nothing. If another tab has brought other access to
 * this browser, or ended it, nothing of the former stays on the page. After the page was asleep, the session
 * and what is polled are loaded again. Mount once.
 */
export const useSessionSync = (): void => {
  const client = useQueryClient();
  useEffect(() => {
    const renew = async () => {
      await client.resetQueries({ queryKey: sessionQuery.queryKey });
      const kept: unknown[] = ['config', 'session'];
      await client.resetQueries({ predicate: ({ queryKey }) => !kept.includes(queryKey[0]) });
    };
    return onSignInChange(() => void renew());
  }, [client]);
  useEffect(
    () =>
      onWake(() => {
        void renewSession(client);
        void client.invalidateQueries({
          predicate: ({ observers }) => observers.some(({ options }) => options.refetchInterval),
        });
      }),
    [client],
  );
  useEffect(
    () =>
      onPracticeChange(() => {
        clearDrafts();
        location.reload();
      }),
    [],
  );
};

/** Ends the person's session here and on the server, and goes to the landing page. */
export const useSignOut = () => {
  const navigate = useNavigate();
  return useCallback(async () => {
    // Signing out must work without a connection too; the server's token then expires.
    await call(routes.signOut).catch(() => undefined);
    clearAdminToken();
    clearDrafts();
    announcePracticeChange();
    await navigate('/');
  }, [navigate]);
};
