import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useErrorMessages } from '@/i18n/error-messages';
import { findParams } from '@/lib/api';
import { showServerErrors } from '@/lib/form';
import { toast } from '@/lib/toast';

interface VersionedFormOptions<V extends FieldValues, O> {
  form: UseFormReturn<V, unknown, O>;
  /** The version at the start of editing; absent for a new record. Later reloads do not change it. */
  initialVersion: number | undefined;
  save: (values: O, version: number | undefined) => Promise<unknown>;
  /** Title of the toast if saving fails. */
  failed: string;
  /** The form's values of a record that another person has saved. */
  toValues: (saved: Readonly<Record<string, unknown>>) => V | undefined;
  onDiscard: () => void;
}

/** Saves a form if no other person has saved the record, else lets the reader choose the values. */
export const useVersionedForm = <V extends FieldValues, O>(options: VersionedFormOptions<V, O>) => {
  const { form, initialVersion, save, failed, toValues, onDiscard } = options;
  const { errorText } = useErrorMessages();
  const [version, setVersion] = useState(initialVersion);
  const [conflict, setConflict] = useState<{ version: number; values: V }>();

  const submit = (ifMatch: number | undefined) =>
    form.handleSubmit(async (values) => {
      try {
        await save(values, ifMatch);
      } catch (error) {
        const saved = findParams(error, 'VERSION_CONFLICT')?.current;
        const serverValues = saved && toValues(saved);
        setConflict(serverValues && { version: saved.version, values: serverValues });
        if (!showServerErrors(form, error)) toast.error(failed, { description: errorText(error) });
      }
    });
  const overwrite = (newest: number) => {
    setVersion(newest);
    void submit(newest)();
  };
  const discard = (newest: number, values: V) => {
    form.reset(values);
    onDiscard();
    setVersion(newest);
    setConflict(undefined);
  };

  return {
    submit: submit(version),
    conflict: conflict && {
      values: conflict.values,
      onOverwrite: () => overwrite(conflict.version),
      onDiscardMine: () => discard(conflict.version, conflict.values),
    },
  };
};
