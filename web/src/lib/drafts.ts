import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { readDraft, removeDraft, writeDraft } from './draft-store';

const DRAFT_SAVE_DELAY_MS = 300;

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
  const [restored, setRestored] = useState(() => readDraft(key) !== undefined);
  /** What was saved or thrown away: the events that follow a click on Save bring it again. */
  const done = useRef<string>(undefined);

  useEffect(() => {
    const draft = readDraft(key);
    if (draft) form.reset({ ...form.getValues(), ...draft }, { keepDefaultValues: true });
  }, [key, form]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const write = () => {
      // Also when the page is left before the pause is over: the timer must not write once more.
      clearTimeout(timer);
      timer = undefined;
      const values = form.getValues();
      if (JSON.stringify(values) !== done.current) writeDraft(key, values);
    };
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: ({ name }) => {
        // Only what a person typed: a form that is filled by the program is no draft.
        if (!name) return;
        clearTimeout(timer);
        timer = setTimeout(write, DRAFT_SAVE_DELAY_MS);
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
    done.current = JSON.stringify(form.getValues());
    setRestored(false);
    removeDraft(key);
  };

  return { restored, clear };
};
