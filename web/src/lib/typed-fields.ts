import { readDraft, removeDraft, writeDraft } from './draft-store';

/** Forgotten with the drafts, at sign-out. */
const KEY = 'typed';
/** Fields may appear late: after data, or in a dialog. */
const RESTORE_MS = 120_000;
const INTERVAL_MS = 300;

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Content of the fields, by name. */
interface Kept {
  path: string;
  fields: Record<string, string | boolean>;
}

const typed = new WeakSet<EventTarget>();

const isToggle = (control: Control): control is HTMLInputElement =>
  control.type === 'checkbox' || control.type === 'radio';

/** Secrets are not kept, and files cannot be. */
const isKept = (control: Control): boolean =>
  !['password', 'file', 'hidden'].includes(control.type) &&
  control.autocomplete !== 'one-time-code';

const label = (control: Control): string =>
  control.name || (control.getAttribute('aria-label') ?? control.labels?.[0]?.textContent ?? '');

/** The fields of the page by their names; equal names are numbered. */
const findControls = (): Map<string, Control> => {
  const found = new Map<string, Control>();
  for (const control of document.querySelectorAll<Control>('input, textarea, select')) {
    if (!isKept(control)) continue;
    const name = `${control.type} ${label(control)}${isToggle(control) ? control.value : ''}`;
    let number = 0;
    while (found.has(`${name} ${number}`)) number += 1;
    found.set(`${name} ${number}`, control);
  }
  return found;
};

const contentOf = (control: Control): string | boolean =>
  isToggle(control) ? control.checked : control.value;

/** Changes a field as typing does, so that React notices. */
const fill = (control: Control, content: string | boolean): void => {
  if (typeof content === 'boolean') {
    control.click();
    return;
  }
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(
    control,
    content,
  );
  for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }));
};

/** Stores in this tab what was typed on the page, for {@link restoreTyped} of the next one. */
export const keepTyped = (): void => {
  const fields = [...findControls()].filter(([, control]) => typed.has(control));
  if (fields.length === 0) return;
  const values: Kept = {
    path: window.location.pathname,
    fields: Object.fromEntries(fields.map(([name, control]) => [name, contentOf(control)])),
  };
  writeDraft(KEY, { values });
};

const takeKept = (): Kept | undefined => {
  const draft = readDraft(KEY);
  removeDraft(KEY);
  return draft?.values as Kept | undefined;
};

/** Notices what is typed, and fills in what {@link keepTyped} has stored for this page. */
export const restoreTyped = (): void => {
  document.addEventListener('input', ({ target }) => target && typed.add(target));
  const kept = takeKept();
  if (!kept) return;
  const left = new Map(Object.entries(kept.fields));
  const filled = new Set<string>();
  const end = performance.now() + RESTORE_MS;
  // Until the person acts, the page may reset a field: when React takes it over, or data arrives.
  const settle = () => filled.forEach((name) => left.delete(name));
  const events = ['pointerdown', 'keydown'];
  for (const type of events) document.addEventListener(type, settle, true);
  const timer = setInterval(() => {
    const isHere = window.location.pathname === kept.path;
    if (!isHere || left.size === 0 || performance.now() > end) {
      clearInterval(timer);
      for (const type of events) document.removeEventListener(type, settle, true);
      return;
    }
    const controls = findControls();
    for (const [name, content] of left) {
      const control = controls.get(name);
      if (!control) continue;
      filled.add(name);
      if (contentOf(control) !== content) fill(control, content);
    }
  }, INTERVAL_MS);
};
