import { randomHex } from './ids';
import { localStore } from './storage';

const KEY = 'practice';

/** Tells the other tabs that this browser opens another practice from now on, or none, or that a person signed out. */
export const announcePracticeChange = (): void => localStore.set(KEY, randomHex(8));

/** Calls `listener` after another tab has changed the practice. Returns the unsubscribe function. */
export const onPracticeChange = (listener: () => void): (() => void) => {
  const onStorage = ({ key }: StorageEvent) => key === KEY && listener();
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
};
