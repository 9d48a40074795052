import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useDraftKey } from './draft-key';
import {
  askBeforeClosing,
  draftGeneration,
  readDraft,
  removeDraft,
  writeDraft,
} from './draft-store';

const DRAFT_SAVE_DELAY_MS = 300;

/**
 * Stores the contents of `form` in this tab until they are saved, so that a reload, a lost session
 * or a visit of another page loses nothing. Asks before the tab is closed.
 * @param name of the draft, with the id of what is edited: `disease:65f…`. It must stay the same
 *   while the form is mounted: give the form's component a `key` if the id can change.
 * @param initialVersion of the record that is edited; absent for a new one. A draft keeps the version
 *   on which it was written.
 * @param isPartial keeps only changed fields, of a form without a version that sends only these: the
 *   others have their current values when the draft is restored.
 */
export const useDraft = <T extends FieldValues, C, O>(
  name: string,
  form: UseFormReturn<T, C, O>,
  initialVersion?: number,
  isPartial = false,
) => {
  const key = useDraftKey(name);
  const [generation] = useState(draftGeneration);
  const [restored, setRestored] = useState(() => readDraft(key) !== undefined);
  const [version, setVersion] = useState(() => readDraft(key)?.version ?? initialVersion);
  const writtenOn = useRef(version);
  useEffect(() => {
    writtenOn.current = version;
  }, [version]);
  /** The values that were saved or discarded: events after a click on Save repeat them. */
  const lastSaved = useRef<string>(undefined);

  useEffect(() => {
    const draft = readDraft(key);
    if (draft) form.reset({ ...form.getValues(), ...draft.values }, { keepDefaultValues: true });
  }, [key, form]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let defaults: FieldValues = {};
    const pick = (values: T): FieldValues =>
      isPartial
        ? Object.fromEntries(
            Object.entries(values).filter(([name, value]) => value !== defaults[name]),
          )
        : values;
    const write = () => {
      // `flush` may run before the timer fires: stop the timer, so that it does not write again.
      clearTimeout(timer);
      timer = undefined;
      const values = form.getValues();
      if (JSON.stringify(values) === lastSaved.current || generation !== draftGeneration()) return;
      const kept = pick(values);
      const isUnchanged = isPartial
        ? Object.keys(kept).length === 0
        : JSON.stringify(values) === JSON.stringify(defaults);
      if (isUnchanged) removeDraft(key);
      else writeDraft(key, { values: kept, version: writtenOn.current });
    };
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback: ({ name, defaultValues }) => {
        defaults = defaultValues ?? {};
        // Only typed values: a form that the program fills is no draft.
        if (!name) return;
        clearTimeout(timer);
        timer = setTimeout(write, DRAFT_SAVE_DELAY_MS);
      },
    });
    const flush = () => timer !== undefined && write();
    const ask = (event: Event) => {
      flush();
      askBeforeClosing(event);
    };
    window.addEventListener('pagehide', flush);
    window.addEventListener('beforeunload', ask);
    return () => {
      flush();
      clearTimeout(timer);
      unsubscribe();
      window.removeEventListener('pagehide', flush);
      window.removeEventListener('beforeunload', ask);
    };
  }, [key, form, isPartial, generation]);

  /** Call after the contents are saved or discarded. */
  const clear = () => {
    lastSaved.current = JSON.stringify(form.getValues());
    setRestored(false);
    removeDraft(key);
  };

  /** Stores these values at once, also when the form has gone. */
  const keep = (values: T) => writeDraft(key, { values, version });

  return { restored, version, setVersion, clear, keep };
};

/**
 * {@link useDraft} for a form with its own state: the fields that differ from `initial`. Not for passwords and
 * codes. Every form that saves what is typed uses one of the two.
 */
export const useTypedDraft = <T extends object>(name: string, initial: T) => {
  const key = useDraftKey(name);
  const pick = (values: Partial<T>) =>
    Object.fromEntries(
      Object.entries(values).filter(([field, value]) => value !== initial[field as keyof T]),
    ) as Partial<T>;
  const [typed, setTyped] = useState(() => pick(readDraft(key)?.values ?? {}));
  const [restored, setRestored] = useState(Object.keys(typed).length > 0);

  const change = (part: Partial<T>) => {
    const changed = pick({ ...typed, ...part });
    setTyped(changed);
    if (Object.keys(changed).length > 0) writeDraft(key, { values: changed });
    else removeDraft(key);
  };
  /** Call after the contents are saved or discarded. */
  const clear = () => {
    setTyped({});
    setRestored(false);
    removeDraft(key);
  };

  return { values: { ...initial, ...typed }, change, clear, restored };
};
