import {
  categories,
  type Disease,
  disease as diseaseSchema,
  diseaseFieldNames,
  diseaseInput,
  type DiseaseBody,
  type DiseaseInput,
} from '@ctdb/contracts';
import { Controller, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ConflictNotice } from '@/components/conflict-notice';
import { Field, Input, Select, Textarea } from '@/components/ui/field';
import { FormActions } from '@/components/ui/form-actions';
import { Notice } from '@/components/ui/notice';
import { useEnumLabels } from '@/i18n/enum-labels';
import { useDraft } from '@/lib/drafts';
import { contractResolver, useFieldErrors } from '@/lib/form';
import { useVersionedForm } from '@/lib/use-versioned-form';
import { CodesField } from './codes-field';
import { diseaseTexts } from '@/features/registry/model/disease-texts';

interface DiseaseFormProps {
  /** The disease that is edited; absent for a new one. */
  disease?: Disease;
  /** Saves the disease and leaves the form; `version` is the version that was edited. */
  onSave: (values: DiseaseBody, version: number | undefined) => Promise<unknown>;
  /** Title of the toast when storing failed. */
  failed: string;
}

/** The fields of a new disease that are no empty text. */
const initial: Partial<DiseaseInput> = { category: categories[0], codes: [] };

const toFormValues = (disease: Disease | undefined) =>
  Object.fromEntries(
    diseaseFieldNames.map((name) => [name, disease?.[name] ?? initial[name] ?? '']),
  ) as DiseaseInput;

/** The fields of a disease, for a new one and for changing one. */
export function DiseaseForm({ disease, onSave, failed }: DiseaseFormProps) {
  const { t } = useTranslation(['registry', 'common', 'forms']);
  const labels = useEnumLabels();
  const form = useForm({
    resolver: contractResolver(diseaseInput),
    defaultValues: toFormValues(disease),
  });
  const draft = useDraft(`disease:${disease?.id ?? 'new'}`, form, disease?.version);
  const { submit, conflict } = useVersionedForm({
    form,
    draft,
    failed,
    toValues: (saved) => {
      const { data } = diseaseSchema.safeParse(saved);
      return data && toFormValues(data);
    },
    save: async ({ codes, ...values }, version) => {
      // Older services reject the field, so that a form without codes leaves it out.
      const saysCodes = codes.length > 0 || (disease?.codes ?? []).length > 0;
      await onSave(saysCodes ? { ...values, codes } : values, version);
      draft.clear();
    },
  });
  const { isSubmitting } = form.formState;
  const fieldError = useFieldErrors(form);

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-6">
      {draft.restored && <Notice role="status">{t('common:state.draftKept')}</Notice>}
      {conflict && <ConflictNotice {...conflict} serverValues={diseaseTexts(conflict.values)} />}
      <div className="grid gap-6 sm:grid-cols-2">
        <Field label={t('forms:diseaseField.nameEn')} required error={fieldError('nameEn')}>
          <Input lang="en" autoComplete="off" {...form.register('nameEn')} />
        </Field>
        <Field label={t('forms:diseaseField.nameKn')} required error={fieldError('nameKn')}>
          <Input lang="kn" autoComplete="off" {...form.register('nameKn')} />
        </Field>
      </div>
      <Field
        label={t('forms:diseaseField.category')}
        error={fieldError('category')}
        className="sm:w-1/2"
      >
        <Controller
          control={form.control}
          name="category"
          render={({ field }) => (
            <Select
              {...field}
              options={categories.map((value) => ({ value, label: labels.category(value) }))}
            />
          )}
        />
      </Field>
      <Field
        label={t('forms:diseaseField.notes')}
        help={t('forms:form.notesHelp')}
        optional
        error={fieldError('notes')}
      >
        <Textarea rows={6} {...form.register('notes')} />
      </Field>
      <CodesField form={form} />
      <FormActions
        isSaving={isSubmitting}
        onCancel={draft.clear}
        cancelTo={disease ? `/app?disease=${disease.id}` : '/app'}
      />
    </form>
  );
}
