import { localStore, storageKeys } from '@/lib/storage';

type Listener = () => void;
const listeners = new Set<Listener>();
const notify = () => listeners.forEach((listener) => listener());

export const readAdminToken = (): string | null => localStore.get(storageKeys.adminToken);

/** Stores a renewed token. `isAdmin` is only for display: the server checks the token. */
export const storeAdminToken = (token: string): void => {
  localStore.set(storageKeys.adminToken, token);
  localStore.set(storageKeys.isAdmin, 'true');
};

/** Stores the token after a sign-in. */
export const startAdminSession = (token: string): void => {
  storeAdminToken(token);
  notify();
};

/** Whether an administrator was signed in according to the last known state. */
export const hadAdminSession = (): boolean => localStore.get(storageKeys.isAdmin) === 'true';

export const clearAdminToken = (): void => {
  const present = readAdminToken() !== null;
  localStore.remove(storageKeys.adminToken, storageKeys.isAdmin);
  if (present) notify();
};

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
