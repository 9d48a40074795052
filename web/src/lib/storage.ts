/** Storage that may be missing (private windows, blocked cookies): then nothing is kept. */
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
      // Full or forbidden: the value then lives only as long as the page.
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
      // Nothing was kept, so nothing is left to remove.
    }
  },
});

export const local = safeStorage(() => localStorage);
export const tabStorage = safeStorage(() => sessionStorage);

/** The keys that the specification names. */
export const storageKeys = {
  language: 'language',
  theme: 'theme',
  adminToken: 'adminToken',
  isAdmin: 'isAdmin',
} as const;
