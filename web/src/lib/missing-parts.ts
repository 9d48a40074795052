import { useSyncExternalStore } from 'react';
import { stayInTab } from './draft-store';
import { tabStorage } from './storage';
import { keepTyped } from './typed-fields';

/** Also in boot.js, which reloads a page whose program is deleted. */
const RELOADED_AT = 'reloadedAt';
/** A part that is missing again so soon will not come by another reload. */
const RELOAD_AGAIN_MS = 300_000;

type State = 'none' | 'reloading' | 'failed';

let state: State = 'none';
const listeners = new Set<() => void>();
const change = (next: State): void => {
  state = next;
  for (const listener of listeners) listener();
};

/** Marks the reload; false if there was one a moment ago, or if that cannot be known. */
const mayReload = (): boolean => {
  const last = Number(tabStorage.get(RELOADED_AT));
  if (Date.now() - last < RELOAD_AGAIN_MS) return false;
  const now = String(Date.now());
  tabStorage.set(RELOADED_AT, now);
  return tabStorage.get(RELOADED_AT) === now;
};

/** Without a connection a reload would lose the page. */
const isServerThere = async (): Promise<boolean> => {
  try {
    return (await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
};

/**
 * Reloads the page once if a part of it cannot be loaded: after an update the server may have another
 * version of it. What was typed is kept.
 */
export const watchMissingParts = (reload = () => window.location.reload()): void => {
  const handle = async (): Promise<void> => {
    if (state === 'reloading') return;
    change('reloading');
    if ((await isServerThere()) && mayReload()) {
      stayInTab();
      reload();
    } else change('failed');
  };
  window.addEventListener('vite:preloadError', () => {
    // Before React removes the page.
    keepTyped();
    void handle();
  });
};

/** Whether a part of the page is missing, and what is done about it. */
export const useMissingPart = (): State =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
    () => 'none',
  );
