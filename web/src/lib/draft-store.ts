import { tabStorage } from './storage';

const PREFIX = 'draft:';
/** Beside the values; no field of a form. */
const VERSION_FIELD = '$version';
/** A link that was clicked so recently is why the page is left. */
const MOVE_MS = 1_000;

/** The typed values, and the version of the record that was shown then. */
interface Draft {
  values: object;
  version?: number | undefined;
}

/** Drafts that the tab cannot store, because storage is blocked or full: they last as long as the page. */
const unstored = new Map<string, string>();
let generation = 0;
let movedAt = -MOVE_MS;

/** The draft stored under this key. */
export const readDraft = (key: string): Draft | undefined => {
  try {
    const text = unstored.get(PREFIX + key) ?? tabStorage.get(PREFIX + key) ?? 'null';
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return undefined;
    const { [VERSION_FIELD]: version, ...values } = value as Record<string, unknown>;
    return { values, version: typeof version === 'number' ? version : undefined };
  } catch {
    return undefined;
  }
};

/** Whether a draft is stored under this key, so that its form can be opened again. */
export const hasDraft = (key: string): boolean => readDraft(key) !== undefined;

const draftKeys = (): string[] =>
  [...tabStorage.keys(), ...unstored.keys()].filter((key) => key.startsWith(PREFIX));

/** Whether this tab stores a draft. */
export const hasAnyDraft = (): boolean => draftKeys().length > 0;

/** Call before the program loads another page in this tab, which keeps the drafts. */
export const stayInTab = (): void => {
  movedAt = performance.now();
};

/** Asks before the tab is closed if it has drafts, because they end with it. */
export const askBeforeClosing = (event: Event): void => {
  if (hasAnyDraft() && performance.now() - movedAt > MOVE_MS) event.preventDefault();
};

// Only while there are drafts, because a page that asks may be slower to go back to.
const watchClosing = (): void => {
  if (hasAnyDraft()) window.addEventListener('beforeunload', askBeforeClosing);
  else window.removeEventListener('beforeunload', askBeforeClosing);
};

/** Asks before the tab is closed while it has drafts, but not before a link of the page is followed. */
export const watchDrafts = (): void => {
  document.addEventListener(
    'click',
    ({ target }) => target instanceof Element && target.closest('a[href]') && stayInTab(),
  );
  watchClosing();
};

/** Changes when all drafts are deleted: a form that is older writes none any more. */
export const draftGeneration = (): number => generation;

/** Deletes all drafts, because another person may use this browser next. */
export const clearDrafts = (): void => {
  generation += 1;
  tabStorage.remove(...draftKeys());
  unstored.clear();
  watchClosing();
};

export const writeDraft = (key: string, { values, version }: Draft): void => {
  const text = JSON.stringify({ ...values, [VERSION_FIELD]: version });
  tabStorage.set(PREFIX + key, text);
  if (tabStorage.get(PREFIX + key) === text) unstored.delete(PREFIX + key);
  else unstored.set(PREFIX + key, text);
  watchClosing();
};

export const removeDraft = (key: string): void => {
  tabStorage.remove(PREFIX + key);
  unstored.delete(PREFIX + key);
  watchClosing();
};
