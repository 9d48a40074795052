import {
  categories,
  type Disease,
  disease as diseaseSchema,
  diseaseFieldNames,
  diseaseInput,
  type DiseaseInput,
} from '@ctdb/contracts';
import { useState } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Button, LinkButton } from '@/components/ui/button';
import { Field, Input, Select, Textarea } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { useEnumLabels } from '@/i18n/enum-labels';
import { useErrorMessages, useFieldErrorText } from '@/i18n/error-messages';
import { paramsOf } from '@/lib/api';
import { useDraft } from '@/lib/drafts';
import { contractResolver, fieldErrorOf, showServerErrors } from '@/lib/form';
import { toast } from '@/lib/toast';
import { ConflictNotice } from './conflict-notice';

interface DiseaseFormProps {
  /** The disease that is edited; absent for a new one. */
  disease?: Disease;
  /** Saves the disease and leaves the form; `version` is the version that was edited. */
  onSave: (values: DiseaseInput, version: number | undefined) => Promise<unknown>;
  /** Title of the toast when storing failed. */
  failed: string;
}

const toFormValues = (disease?: Disease) =>
  Object.fromEntries(
    diseaseFieldNames.map((name) => [
      name,
      disease?.[name] ?? (name === 'category' ? categories[0] : ''),
    ]),
  ) as DiseaseInput;

/** The fields of a disease, for a new one and for changing one. */
export function DiseaseForm({ disease, onSave, failed }: DiseaseFormProps) {
  const { t } = useTranslation(['registry', 'common', 'forms']);
  const { errorText } = useErrorMessages();
  const faultText = useFieldErrorText();
  const words = useEnumLabels();
  const form = useForm({
    resolver: contractResolver(diseaseInput),
    defaultValues: toFormValues(disease),
  });
  const draft = useDraft(`disease:${disease?.id ?? 'new'}`, form);
  const [version, setVersion] = useState(disease?.version);
  const [theirs, setTheirs] = useState<Disease>();
  const { isSubmitting } = form.formState;

  const save = async (values: DiseaseInput, ifMatch: number | undefined) => {
    try {
      await onSave(values, ifMatch);
      draft.clear();
    } catch (error) {
      setTheirs(diseaseSchema.safeParse(paramsOf(error, 'VERSION_CONFLICT')?.current).data);
      if (!showServerErrors(form, error)) toast.error(failed, { description: errorText(error) });
    }
  };
  const submit = (ifMatch: number | undefined) =>
    form.handleSubmit((values) => save(values, ifMatch));
  const takeTheirs = (current: Disease) => {
    form.reset(toFormValues(current));
    draft.clear();
    setVersion(current.version);
    setTheirs(undefined);
  };
  const errorOf = (field: keyof DiseaseInput) => {
    const fault = fieldErrorOf(form.formState.errors[field]);
    return fault && faultText(fault);
  };

  return (
    <form
      noValidate
      onSubmit={(event) => void submit(version)(event)}
      className="flex flex-col gap-6"
    >
      {draft.restored && <Notice role="status">{t('common:state.draftKept')}</Notice>}
      {theirs && (
        <ConflictNotice
          theirs={[
            { lang: 'en', text: [theirs.nameEn, theirs.category].join(' · ') },
            { lang: 'kn', text: [theirs.nameKn, theirs.notes].filter(Boolean).join('\n') },
          ]}
          onOverwrite={() => {
            setVersion(theirs.version);
            void submit(theirs.version)();
          }}
          onTakeTheirs={() => takeTheirs(theirs)}
        />
      )}
      <div className="grid gap-6 sm:grid-cols-2">
        <Field label={t('forms:diseaseField.nameEn')} required error={errorOf('nameEn')}>
          <Input lang="en" autoComplete="off" {...form.register('nameEn')} />
        </Field>
        <Field label={t('forms:diseaseField.nameKn')} required error={errorOf('nameKn')}>
          <Input lang="kn" autoComplete="off" {...form.register('nameKn')} />
        </Field>
      </div>
      <Field
        label={t('forms:diseaseField.category')}
        error={errorOf('category')}
        className="sm:w-1/2"
      >
        <Controller
          control={form.control}
          name="category"
          render={({ field }) => (
            <Select
              {...field}
              options={categories.map((value) => ({ value, label: words.category(value) }))}
            />
          )}
        />
      </Field>
      <Field
        label={t('forms:diseaseField.notes')}
        help={t('forms:form.notesHelp')}
        optional
        error={errorOf('notes')}
      >
        <Textarea rows={6} {...form.register('notes')} />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="primary" pending={isSubmitting}>
          {t(isSubmitting ? 'common:action.saving' : 'common:action.save')}
        </Button>
        <LinkButton to={disease ? `/app?disease=${disease.id}` : '/app'} onClick={draft.clear}>
          {t('common:action.cancel')}
        </LinkButton>
      </div>
    </form>
  );
}
