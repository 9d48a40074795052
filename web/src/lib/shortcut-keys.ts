import { useEffect, useEffectEvent } from 'react';
import { type ShortcutKey, useShortcutsOn } from './shortcuts';

export const shortcutKeys: readonly ShortcutKey[] = ['/', 'j', 'k', 'n', 'e', '?'];

/** Where a keyboard of another script has the Latin letters. */
const keysByPlace: Partial<Record<string, ShortcutKey>> = {
  Slash: '/',
  KeyJ: 'j',
  KeyK: 'k',
  KeyN: 'n',
  KeyE: 'e',
};

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>;

const findKey = ({ key, code, shiftKey }: KeyPress): ShortcutKey | undefined => {
  const isLatin = /^[\u0020-\u024f]$/.test(key);
  const place = code === 'Slash' && shiftKey ? '?' : keysByPlace[code];
  const pressed = isLatin ? key.toLowerCase() : place;
  return key.length > 1 ? undefined : shortcutKeys.find((shortcut) => shortcut === pressed);
};

/** Matches fields, and all of a form, because a key leaves what was typed. */
const fields =
  'input, textarea, select, form:not([role=search]), [contenteditable], [role=menu], [role=listbox]';
const overlays = '[role=dialog], [role=alertdialog], [role=menu]';

/** Whether a key press belongs to something else: a text, a list, a dialog, the browser. */
const isTaken = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  event.isComposing ||
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  (event.target instanceof Element && event.target.closest(fields) !== null) ||
  document.querySelector(overlays) !== null;

/** Works the control of a key; what is later on the page is nearer to what the reader looks at. */
const work = (key: ShortcutKey): boolean => {
  const controls = document.querySelectorAll<HTMLElement>(`[aria-keyshortcuts="${key}"]`);
  return [...controls].reverse().some((control) => {
    control.focus();
    // What is hidden, as one side of the registry on a narrow screen, takes no focus.
    if (document.activeElement !== control) return false;
    if (control instanceof HTMLInputElement) control.select();
    else control.click();
    return true;
  });
};

/** Calls `listener` for each key while `isOn`. */
const useKeyDown = (isOn: boolean, listener: (event: KeyboardEvent) => void): void => {
  const handle = useEffectEvent(listener);
  useEffect(() => {
    if (!isOn) return undefined;
    const listen = (event: KeyboardEvent) => handle(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [isOn]);
};

/** Ctrl+K and ⌘K call `run`, in fields too, because they type nothing; not behind a dialog or menu. */
export const useCommandKey = (run: () => void): void =>
  useKeyDown(true, (event) => {
    const isK = event.key.toLowerCase() === 'k' || event.code === 'KeyK';
    if (!isK || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    if (!document.querySelector(overlays)) run();
  });

/** Listens to the keys while the screen is shown. `handlers` work keys that no control has. */
export const useShortcutKeys = (handlers: Partial<Record<ShortcutKey, () => void>>): void =>
  useKeyDown(useShortcutsOn(), (event) => {
    const key = findKey(event);
    if (!key || isTaken(event)) return;
    const handler = handlers[key];
    if (handler) handler();
    // A control is worked once, however long its key is held.
    else if (event.repeat || !work(key)) return;
    // Or the letter is typed into the box that now has the focus.
    event.preventDefault();
  });
