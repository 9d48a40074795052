import { useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useErrorMessages } from '@/lib/error-messages';
import { findParams } from '@/lib/api';
import type { useDraft } from '@/lib/drafts';
import { showServerErrors } from '@/lib/form';
import { toast } from '@/lib/toast';

interface VersionedFormOptions<V extends FieldValues, O> {
  form: UseFormReturn<V, unknown, O>;
  /** With the version at the start of editing. Later reloads do not change it. */
  draft: Pick<ReturnType<typeof useDraft>, 'version' | 'setVersion' | 'clear'>;
  save: (values: O, version: number | undefined) => Promise<unknown>;
  /** Title of the toast if saving fails. */
  failed: string;
  /** The form's values of a record that another person has saved. */
  toValues: (saved: Readonly<Record<string, unknown>>) => V | undefined;
}

/** Saves a form if no other person has saved the record, else lets the reader choose the values. */
export const useVersionedForm = <V extends FieldValues, O>(options: VersionedFormOptions<V, O>) => {
  const { form, draft, save, failed, toValues } = options;
  const { errorText } = useErrorMessages();
  const [conflict, setConflict] = useState<{ version: number; values: V }>();

  const submit = (ifMatch: number | undefined) =>
    form.handleSubmit(async (values) => {
      try {
        await save(values, ifMatch);
        setConflict(undefined);
      } catch (error) {
        const saved = findParams(error, 'VERSION_CONFLICT')?.current;
        const serverValues = saved && toValues(saved);
        setConflict(serverValues && { version: saved.version, values: serverValues });
        if (!showServerErrors(form, error)) toast.error(failed, { description: errorText(error) });
      }
    });
  const overwrite = (newest: number) => {
    draft.setVersion(newest);
    void submit(newest)();
  };
  const discard = (newest: number, values: V) => {
    form.reset(values);
    draft.clear();
    draft.setVersion(newest);
    setConflict(undefined);
  };

  return {
    submit: submit(draft.version),
    conflict: conflict && {
      values: conflict.values,
      onOverwrite: () => overwrite(conflict.version),
      onDiscardMine: () => discard(conflict.version, conflict.values),
    },
  };
};
