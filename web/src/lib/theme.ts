import { localStore, storageKeys } from './storage';

export const themes = ['light', 'dark', 'system'] as const;
export type Theme = (typeof themes)[number];

/** The theme that was chosen last, else light. */
export const readTheme = (): Theme => {
  const stored = localStore.get(storageKeys.theme);
  return themes.find((theme) => theme === stored) ?? 'light';
};

const systemDark = () => window.matchMedia('(prefers-color-scheme: dark)');

const applyTheme = (): void => {
  const theme = readTheme();
  const dark = theme === 'dark' || (theme === 'system' && systemDark().matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
};

/** Applies theme changes of the device and of other tabs. `boot.js` sets the initial theme. */
export const watchTheme = (): void => {
  applyTheme();
  systemDark().addEventListener('change', applyTheme);
  window.addEventListener('storage', (event) => {
    if (event.key === storageKeys.theme) applyTheme();
  });
};

export const setTheme = (theme: Theme): void => {
  localStore.set(storageKeys.theme, theme);
  applyTheme();
};
