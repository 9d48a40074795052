import { type ComponentProps, type ReactNode, useState } from 'react';
import { type DefaultValues, type FieldValues, FormProvider, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { Button } from '@/components/ui/button';
import { Form, FormActions } from '@/components/ui/form';
import { Notice } from '@/components/ui/notice';
import { useErrorMessages } from '@/lib/error-messages';
import { findParams } from '@/lib/api';
import { cn } from '@/lib/cn';
import { useDraft } from '@/lib/drafts';
import { contractResolver, showServerErrors } from '@/lib/form';
import type { Language } from '@/lib/language';
import { toast } from '@/lib/toast';

/** Texts that another person saved, in their language. */
export interface SavedText {
  lang: Language;
  /** Blank ones are left out. */
  lines: readonly (string | undefined)[];
}

/** Shows the texts that another person saved. */
export function SavedTexts({ texts }: { texts: SavedText[] }) {
  return (
    <div className="mt-3 max-h-48 overflow-y-auto rounded-md bg-raised px-3 py-2 text-sm">
      {texts.map(({ lang, lines }) => (
        <p key={lang} lang={lang} className="whitespace-pre-line not-last:mb-2 empty:hidden">
          {lines.filter(Boolean).join('\n')}
        </p>
      ))}
    </div>
  );
}

interface RecordFormOptions<V extends FieldValues, O, R> {
  schema: z.ZodType<O, V>;
  values: V;
  /** Name of the draft, which is kept until the form is saved or closed. */
  draft: string;
  /** Of the record at the start of editing; absent for a new one. Later reloads do not change it. */
  version: number | undefined;
  save: (values: O, version: number | undefined) => Promise<unknown>;
  /** Title of the toast if saving fails. */
  failed: string;
  /** Reads a record that another person has saved. */
  record: z.ZodType<R>;
  toValues: (saved: R) => V;
  /** Is called when the values are saved or discarded. */
  onClose?: () => void;
}

/** Saves a form if no other person has saved the record, else lets the reader choose the values. */
export const useRecordForm = <V extends FieldValues, O, R>(options: RecordFormOptions<V, O, R>) => {
  const { schema, values, version, save, failed, record, toValues, onClose } = options;
  const { errorText } = useErrorMessages();
  const form = useForm<V, unknown, O>({
    resolver: contractResolver(schema),
    defaultValues: values as DefaultValues<V>,
  });
  const draft = useDraft(options.draft, form, version);
  const [conflict, setConflict] = useState<{ version: number; values: V }>();

  const close = () => {
    draft.clear();
    onClose?.();
  };
  const submit = (ifMatch: number | undefined) =>
    form.handleSubmit(async (typed) => {
      try {
        await save(typed, ifMatch);
        close();
      } catch (error) {
        const current = findParams(error, 'VERSION_CONFLICT')?.current;
        const { data } = record.safeParse(current);
        setConflict(
          current && data ? { version: current.version, values: toValues(data) } : undefined,
        );
        if (!showServerErrors(form, error)) toast.error(failed, { description: errorText(error) });
      }
    });
  const overwrite = (newest: number) => {
    draft.setVersion(newest);
    void submit(newest)();
  };
  const discard = (newest: number, saved: V) => {
    form.reset(saved);
    draft.clear();
    draft.setVersion(newest);
    setConflict(undefined);
  };

  return {
    form,
    close,
    restored: draft.restored,
    submit: submit(draft.version),
    conflict: conflict && {
      values: conflict.values,
      onOverwrite: () => overwrite(conflict.version),
      onDiscardMine: () => discard(conflict.version, conflict.values),
    },
  };
};

interface RecordFormProps<V extends FieldValues, O> extends Pick<
  ComponentProps<typeof FormActions>,
  'save' | 'cancel' | 'cancelTo'
> {
  of: ReturnType<typeof useRecordForm<V, O, unknown>>;
  /** The texts that a reader compares with what another person has saved. */
  toTexts: (saved: V) => SavedText[];
  /** Name of the form, if it has no heading. */
  label?: string;
  /** In place of saving at once. */
  onSubmit?: (values: O) => Promise<unknown>;
  /** Says that a draft was kept: the reader opens the form without knowing of it. */
  tellsDraft?: boolean;
  className?: string;
  children: ReactNode;
}

/** The fields of a record, with what another person has saved meanwhile, and Save and Cancel. */
export function RecordForm<V extends FieldValues, O>(props: RecordFormProps<V, O>) {
  const { of, toTexts, label, onSubmit, tellsDraft, className, children, ...actions } = props;
  const { form, close, restored, submit, conflict } = of;
  const { t } = useTranslation('forms');
  return (
    <Form
      aria-label={label}
      isRestored={tellsDraft && restored}
      onSubmit={onSubmit ? form.handleSubmit(onSubmit) : submit}
      className={cn('flex flex-col gap-6', className)}
    >
      {conflict && (
        // Another person saved first: the reader keeps either the typed text or the saved one.
        <Notice tone="caution" role="alert" title={t('conflict.title')}>
          <p className="mt-1">{t('conflict.text')}</p>
          <SavedTexts texts={toTexts(conflict.values)} />
          <div className="mt-3 flex flex-wrap gap-3">
            <Button size="small" onClick={conflict.onOverwrite}>
              {t('conflict.overwrite')}
            </Button>
            <Button size="small" onClick={conflict.onDiscardMine}>
              {t('conflict.discardMine')}
            </Button>
          </div>
        </Notice>
      )}
      <FormProvider {...form}>{children}</FormProvider>
      <FormActions {...actions} isSaving={form.formState.isSubmitting} onCancel={close} />
    </Form>
  );
}
