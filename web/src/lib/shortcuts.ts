import { useSyncExternalStore } from 'react';
import { localStore } from './storage';

/** The keys of the registry. */
export type ShortcutKey = '/' | 'j' | 'k' | 'n' | 'e' | '?';

const STORAGE_KEY = 'shortcuts';
const OFF = 'off';

// In memory too: where storage is blocked, they stay off until the page is closed.
let areOn = localStore.get(STORAGE_KEY) !== OFF;
const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Switches all shortcuts on or off, in this browser. */
export const switchShortcuts = (on: boolean): void => {
  areOn = on;
  if (on) localStore.remove(STORAGE_KEY);
  else localStore.set(STORAGE_KEY, OFF);
  for (const listener of listeners) listener();
};

export const useShortcutsOn = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => areOn,
    () => true,
  );

/** Attributes of the control that a key works: a text box gets the focus, anything else a click. */
export const useShortcut = (key: ShortcutKey) => ({
  'aria-keyshortcuts': useShortcutsOn() ? key : undefined,
});
