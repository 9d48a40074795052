import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { perTab } from './storage';

const PREFIX = 'draft:';
const PAUSE_MS = 300;

const read = (key: string): object | undefined => {
  try {
    const value: unknown = JSON.parse(perTab.get(PREFIX + key) ?? 'null');
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
};

/** Whether something typed waits under this key, so that its form can be opened again. */
export const hasDraft = (key: string): boolean => read(key) !== undefined;

/** Forgets every draft, because the next person at this screen may be another one. */
export const clearDrafts = (): void => {
  const kept = perTab.keys().filter((key) => key.startsWith(PREFIX));
  perTab.remove(...kept);
};

/**
 * Keeps what is typed into `form` in this tab until it is saved: a reload, a lost session or a
 * walk to another page loses nothing. Kept per tab because drafts hold patients' names.
 * @param key names the draft, with the id of what is edited: `disease:65f…`. It must stay the same
 *   while the form is mounted: give the form's component a `key` where the id can change.
 */
export const useDraft = <T extends FieldValues, C, O>(
  key: string,
  form: UseFormReturn<T, C, O>,
) => {
  const [restored, setRestored] = useState(() => read(key) !== undefined);
  const saved = useRef(false);

  useEffect(() => {
    const draft = read(key);
    if (draft) form.reset({ ...form.getValues(), ...draft }, { keepDefaultValues: true });
  }, [key, form]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = () => {
      timer = undefined;
      if (!saved.current) perTab.set(PREFIX + key, JSON.stringify(form.getValues()));
    };
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: ({ name }) => {
        // Only what a person typed: a form that is filled by the program is no draft.
        if (!name) return;
        saved.current = false;
        clearTimeout(timer);
        timer = setTimeout(write, PAUSE_MS);
      },
    });
    const leave = () => timer !== undefined && write();
    window.addEventListener('pagehide', leave);
    return () => {
      leave();
      clearTimeout(timer);
      unsubscribe();
      window.removeEventListener('pagehide', leave);
    };
  }, [key, form]);

  /** Call when the contents are saved or thrown away. */
  const clear = () => {
    saved.current = true;
    setRestored(false);
    perTab.remove(PREFIX + key);
  };

  return { restored, clear };
};
