import { tabStorage } from './storage';

const PREFIX = 'draft:';
/** Beside the values; no field of a form. */
const VERSION_FIELD = '$version';

/** What was typed, and the version of the record that was shown then. */
interface Draft {
  values: object;
  version?: number | undefined;
}

/** The draft stored under this key. */
export const readDraft = (key: string): Draft | undefined => {
  try {
    const value: unknown = JSON.parse(tabStorage.get(PREFIX + key) ?? 'null');
    if (typeof value !== 'object' || value === null) return undefined;
    const { [VERSION_FIELD]: version, ...values } = value as Record<string, unknown>;
    return { values, version: typeof version === 'number' ? version : undefined };
  } catch {
    return undefined;
  }
};

/** Whether a draft is stored under this key, so that its form can be opened again. */
export const hasDraft = (key: string): boolean => readDraft(key) !== undefined;

const draftKeys = (): string[] => tabStorage.keys().filter((key) => key.startsWith(PREFIX));

/** Whether this tab has any stored draft. */
export const hasAnyDraft = (): boolean => draftKeys().length > 0;

/** Deletes all drafts, because another person may use this browser next. */
export const clearDrafts = (): void => tabStorage.remove(...draftKeys());

export const writeDraft = (key: string, { values, version }: Draft): void =>
  tabStorage.set(PREFIX + key, JSON.stringify({ ...values, [VERSION_FIELD]: version }));

export const removeDraft = (key: string): void => tabStorage.remove(PREFIX + key);
