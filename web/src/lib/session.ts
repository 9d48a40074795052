import {
  type Ability,
  defaultProductName,
  type PublicConfig,
  roleAbilities,
  type SessionState,
} from '@ctdb/contracts';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useLanguage } from '@/lib/language';
import { call, routeQuery, routes } from '@/lib/api';
import { clearAdminToken, onSignInChange, readAdminToken, wasAdmin } from '@/lib/api/admin-token';
import { refreshAdminToken } from '@/lib/api/call';
import { onWake } from './clock';
import { clearDrafts } from './draft-store';
import { announcePracticeChange, onPracticeChange } from './practice-change';
import { localStore } from './storage';
import { useHydrated } from './use-hydrated';

export const configQuery = routeQuery(['config'], routes.getConfig);

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

/** Who reads. */
type Reader = Pick<SessionState, 'role' | 'capabilities' | 'plan'>;

const READER_KEY = 'reader';

/** Remembers who reads, so that the next page shows its header and navigation from the first paint. */
const saveReader = ({ role, capabilities, plan }: Reader): void => {
  if (role === 'anonymous') localStore.remove(READER_KEY);
  else localStore.set(READER_KEY, JSON.stringify({ role, capabilities, plan }));
};

/** Who read last in this browser. */
const readReader = (): Reader | undefined => {
  const isSignedIn = readAdminToken() !== null;
  try {
    const stored = JSON.parse(localStore.get(READER_KEY) ?? 'null') as Reader | null;
    if (stored && Array.isArray(stored.capabilities) && isPerson(stored.role) === isSignedIn)
      return stored;
  } catch {
    // Changed by hand.
  }
  if (!isSignedIn) return undefined;
  const role = wasAdmin() ? 'admin' : 'practitioner';
  return { role, capabilities: [...roleAbilities[role]] };
};

const toRights = (reader: Reader | undefined) => ({
  isPerson: isPerson(reader?.role),
  /** Administrators and owners. */
  isAdmin: reader?.role === 'admin',
  /** Whether the reader may use this part. Older servers do not list what administrators may use. */
  can: (ability: Ability): boolean =>
    (reader?.role === 'admin' && ability !== 'people') ||
    (reader?.capabilities.includes(ability) ?? false),
});

/** The server's reply and the request time by the page's monotonic clock. */
export const fetchSession = async (signal?: AbortSignal) => {
  const askedAt = performance.now();
  const session = await askServer(signal);
  saveReader(session);
  return { ...session, askedAt };
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
  return { ...data, ...toRights(data), isPending, error, refetch };
};

/**
 * Who reads; until the session is loaded, who read last in this browser. Only for the header, the navigation
 * and the ways in: data is asked for by the rights of `useSession`.
 */
export const useReader = () => {
  const hydrated = useHydrated();
  const { data, isPending } = useQuery(sessionQuery);
  const last = useMemo(() => (hydrated && !data ? readReader() : undefined), [hydrated, data]);
  const reader = data ?? last;
  return {
    ...toRights(reader),
    role: reader?.role,
    plan: reader?.plan,
    /** False if nothing is known yet. */
    isKnown: reader !== undefined || !isPending,
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
    const wake = () => {
      void renewSession(client);
      void client.invalidateQueries({
        predicate: ({ observers }) => observers.some(({ options }) => options.refetchInterval),
      });
    };
    const startAnew = () => {
      clearDrafts();
      location.reload();
    };
    const stops = [onSignInChange(() => void renew()), onWake(wake), onPracticeChange(startAnew)];
    return () => stops.forEach((stop) => stop());
  }, [client]);
};

/** Ends the person's session here and on the server, and goes to the landing page. */
export const useSignOut = () => {
  const navigate = useNavigate();
  return async () => {
    // Signing out must work without a connection too; the server's token then expires.
    await call(routes.signOut).catch(() => undefined);
    clearAdminToken();
    clearDrafts();
    announcePracticeChange();
    await navigate('/');
  };
};
