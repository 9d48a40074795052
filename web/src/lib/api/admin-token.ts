import type { ResponseOf, signIn } from '@ctdb/contracts';
import { localStore, storageKeys } from '@/lib/storage';

type Listener = () => void;
const listeners = new Set<Listener>();
const notify = () => listeners.forEach((listener) => listener());

// Only where storage is blocked or full: the person is then signed in until the page is closed.
let unstored: string | null = null;

export const readAdminToken = (): string | null =>
  unstored ?? localStore.get(storageKeys.adminToken);

type TokenAnswer = Pick<ResponseOf<typeof signIn>, 'token' | 'role'>;

/**
 * Stores a renewed token. `isAdmin` is only for display: the server checks the token. Older servers
 * know administrators alone.
 */
export const storeAdminToken = ({ token, role = 'owner' }: TokenAnswer): void => {
  localStore.set(storageKeys.adminToken, token);
  unstored = localStore.get(storageKeys.adminToken) === token ? null : token;
  localStore.set(storageKeys.isAdmin, String(role === 'admin' || role === 'owner'));
};

/** Stores the token after a sign-in. */
export const startAdminSession = (answer: TokenAnswer): void => {
  storeAdminToken(answer);
  notify();
};

export const clearAdminToken = (): void => {
  const present = readAdminToken() !== null;
  unstored = null;
  localStore.remove(storageKeys.adminToken, storageKeys.isAdmin);
  if (present) notify();
};

/** Whether an administrator was signed in according to the last known state. */
export const wasAdmin = (): boolean => localStore.get(storageKeys.isAdmin) === 'true';

/** Calls `listener` after a sign-in or sign-out, in any tab. Returns the unsubscribe function. */
export const onSignInChange = (listener: Listener): (() => void) => {
  const onStorage = (event: StorageEvent) => {
    const appeared = event.oldValue === null || event.newValue === null;
    if (event.key === null || (event.key === storageKeys.adminToken && appeared)) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
};
