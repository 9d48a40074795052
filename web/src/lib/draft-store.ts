import { tabStorage } from './storage';

const PREFIX = 'draft:';

/** The draft stored under this key. */
export const readDraft = (key: string): object | undefined => {
  try {
    const value: unknown = JSON.parse(tabStorage.get(PREFIX + key) ?? 'null');
    return typeof value === 'object' && value !== null ? value : undefined;
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

export const writeDraft = (key: string, values: object): void =>
  tabStorage.set(PREFIX + key, JSON.stringify(values));

export const removeDraft = (key: string): void => tabStorage.remove(PREFIX + key);
