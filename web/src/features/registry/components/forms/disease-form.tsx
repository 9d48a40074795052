import {
  categories,
  codeSystems,
  type Disease,
  disease as diseaseSchema,
  diseaseFieldNames,
  diseaseInput,
  type DiseaseBody,
  type DiseaseInput,
  MAX_CODES,
} from '@ctdb/contracts';
import { Plus, X } from 'lucide-react';
import { useFieldArray, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { SelectField, TextField } from '@/components/form-fields';
import { Button } from '@/components/ui/button';
import { useEnumLabels } from '@/i18n/enum-labels';
import { useKeptFocus } from '@/lib/focus';
import { diseaseTexts } from '@/features/registry/model/disease-texts';
import { RecordForm, useRecordForm } from '@/components/record-form';

interface CodesFieldProps {
  form: UseFormReturn<z.input<typeof diseaseInput>, unknown, DiseaseInput>;
}

/** The classification codes of a disease, one to a row. */
function CodesField({ form }: CodesFieldProps) {
  const { t } = useTranslation(['forms', 'common']);
  const rows = useFieldArray({ control: form.control, name: 'codes' });
  const kept = useKeptFocus<HTMLFieldSetElement>(rows.fields.length, '[role=group]');
  return (
    <fieldset {...kept} className="flex flex-col gap-3">
      <legend className="mb-1 font-semibold">
        {t('forms:diseaseField.codes')}
        <span className="font-normal text-ink-3"> ({t('common:field.optional')})</span>
      </legend>
      <p className="text-sm text-ink-3">{t('forms:codes.help')}</p>
      {rows.fields.map((row, at) => {
        const name = t('forms:codes.numbered', { number: at + 1 });
        return (
          <div
            key={row.id}
            role="group"
            aria-label={name}
            className="grid max-w-md grid-cols-[7rem_minmax(0,1fr)_auto] items-start gap-2"
          >
            <SelectField
              form={form}
              name={`codes.${at}.system`}
              label={t('forms:codes.system')}
              options={codeSystems.map((value) => ({ value, label: value }))}
            />
            <TextField
              form={form}
              name={`codes.${at}.code`}
              label={t('forms:codes.code')}
              lang="en"
              autoComplete="off"
              spellCheck={false}
            />
            <Button
              variant="quiet"
              size="icon"
              className="mt-[calc(1lh+0.25rem)]"
              aria-label={t('forms:codes.remove', { name })}
              onClick={() => rows.remove(at)}
            >
              <X aria-hidden />
            </Button>
          </div>
        );
      })}
      <Button
        className="self-start"
        disabled={rows.fields.length >= MAX_CODES}
        onClick={() =>
          rows.append(
            { system: codeSystems[0], code: '' },
            { focusName: `codes.${rows.fields.length}.code` },
          )
        }
      >
        <Plus aria-hidden />
        {t('forms:codes.add')}
      </Button>
    </fieldset>
  );
}

interface DiseaseFormProps {
  /** The disease that is edited; absent for a new one. */
  disease?: Disease;
  /** Saves the disease; `version` is the version that was edited. */
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
  const { t } = useTranslation('forms');
  const labels = useEnumLabels();
  const record = useRecordForm({
    schema: diseaseInput,
    values: toFormValues(disease),
    draft: `disease:${disease?.id ?? 'new'}`,
    version: disease?.version,
    failed,
    record: diseaseSchema,
    toValues: toFormValues,
    save: ({ codes, alsoKnownAs, ...values }, version) => {
      // Older services reject the fields, so that a form without them leaves them out.
      const saysCodes = codes.length > 0 || (disease?.codes ?? []).length > 0;
      const saysNames = alsoKnownAs !== '' || Boolean(disease?.alsoKnownAs);
      const more = { ...(saysCodes && { codes }), ...(saysNames && { alsoKnownAs }) };
      return onSave({ ...values, ...more }, version);
    },
  });
  const { form } = record;
  return (
    <RecordForm
      of={record}
      tellsDraft
      toTexts={diseaseTexts}
      cancelTo={disease ? `/app?disease=${disease.id}` : '/app'}
    >
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField
          form={form}
          name="nameEn"
          label={t('diseaseField.nameEn')}
          required
          lang="en"
          autoComplete="off"
        />
        <TextField
          form={form}
          name="nameKn"
          label={t('diseaseField.nameKn')}
          required
          lang="kn"
          autoComplete="off"
        />
      </div>
      <TextField
        form={form}
        name="alsoKnownAs"
        label={t('diseaseField.alsoKnownAs')}
        help={t('form.alsoKnownAsHelp')}
        optional
        autoComplete="off"
      />
      <SelectField
        form={form}
        name="category"
        label={t('diseaseField.category')}
        options={categories.map((value) => ({ value, label: labels.category(value) }))}
        className="sm:w-1/2"
      />
      <TextField
        form={form}
        name="notes"
        label={t('diseaseField.notes')}
        help={t('form.notesHelp')}
        optional
        rows={6}
      />
      <CodesField form={form} />
    </RecordForm>
  );
}
