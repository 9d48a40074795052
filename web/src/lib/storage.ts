/** Web Storage that may be blocked (private windows, no cookies): then it stores nothing. */
const safeStorage = (pick: () => Storage) => ({
  get(key: string): string | null {
    try {
      return pick().getItem(key);
    } catch {
      return null;
    }
  },
  set(key: string, value: string): void {
    try {
      pick().setItem(key, value);
    } catch {
      // Full or forbidden: the value then lasts only until the page is closed.
    }
  },
  keys(): string[] {
    try {
      return Object.keys(pick());
    } catch {
      return [];
    }
  },
  remove(...keys: string[]): void {
    try {
      for (const key of keys) pick().removeItem(key);
    } catch {
      // Nothing was stored, so nothing has to be removed.
    }
  },
});

export const localStore = safeStorage(() => localStorage);
export const tabStorage = safeStorage(() => sessionStorage);

/** The keys that the specification names. */
export const storageKeys = {
  language: 'language',
  theme: 'theme',
  adminToken: 'adminToken',
  isAdmin: 'isAdmin',
} as const;
