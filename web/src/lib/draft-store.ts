import { perTab } from './storage';

const PREFIX = 'draft:';

/** What waits under this key. */
export const readDraft = (key: string): object | undefined => {
  try {
    const value: unknown = JSON.parse(perTab.get(PREFIX + key) ?? 'null');
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
};

/** Whether something typed waits under this key, so that its form can be opened again. */
export const hasDraft = (key: string): boolean => readDraft(key) !== undefined;

const keptKeys = (): string[] => perTab.keys().filter((key) => key.startsWith(PREFIX));

/** Whether anything that was typed waits in this tab. */
export const hasDrafts = (): boolean => keptKeys().length > 0;

/** Forgets every draft, because the next person at this screen may be another one. */
export const clearDrafts = (): void => perTab.remove(...keptKeys());

export const writeDraft = (key: string, values: object): void =>
  perTab.set(PREFIX + key, JSON.stringify(values));

export const removeDraft = (key: string): void => perTab.remove(PREFIX + key);
