import { local, storageKeys } from '@/lib/storage';

type Listener = () => void;
const listeners = new Set<Listener>();
const notify = () => listeners.forEach((listener) => listener());

export const readAdminToken = (): string | null => local.get(storageKeys.adminToken);

/** Takes over a renewed token. `isAdmin` is for display alone: the server judges by the token. */
export const storeAdminToken = (token: string): void => {
  local.set(storageKeys.adminToken, token);
  local.set(storageKeys.isAdmin, 'true');
};

/** Takes over the token of somebody who just signed in. */
export const startAdminSession = (token: string): void => {
  storeAdminToken(token);
  notify();
};

/** Whether the last thing known here is that an administrator is signed in. */
export const hadAdminSession = (): boolean => local.get(storageKeys.isAdmin) === 'true';

export const clearAdminToken = (): void => {
  const present = readAdminToken() !== null;
  local.remove(storageKeys.adminToken, storageKeys.isAdmin);
  if (present) notify();
};

/** Calls `listener` when somebody signs in or out, in this tab or another. Returns the way to stop. */
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
