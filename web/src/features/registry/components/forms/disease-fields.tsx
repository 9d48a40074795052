import {
  categories,
  codeSystems,
  type Disease,
  diseaseFieldNames,
  diseaseInput,
  type DiseaseBody,
  type DiseaseInput,
  MAX_CODES,
} from '@ctdb/contracts';
import { Plus, X } from 'lucide-react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { SelectField, TextField } from '@/components/form-fields';
import { Button } from '@/components/ui/button';
import { useEnumLabels } from '@/i18n/enum-labels';
import { useKeptFocus } from '@/lib/focus';

/** The form of which the fields of a disease are a part. */
const useDiseaseFormContext = () => useFormContext<z.input<typeof diseaseInput>>();

/** The classification codes of a disease, one to a row. */
function CodesField() {
  const { t } = useTranslation(['forms', 'common']);
  const form = useDiseaseFormContext();
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

/** The fields of a disease in a form that gives itself as context. */
export function DiseaseFields() {
  const { t } = useTranslation('forms');
  const labels = useEnumLabels();
  const form = useDiseaseFormContext();
  const box = { form, autoComplete: 'off' } as const;
  const options = categories.map((value) => ({ value, label: labels.category(value) }));
  return (
    <>
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField {...box} name="nameEn" label={t('diseaseField.nameEn')} required lang="en" />
        <TextField {...box} name="nameKn" label={t('diseaseField.nameKn')} required lang="kn" />
      </div>
      <TextField
        {...box}
        name="alsoKnownAs"
        label={t('diseaseField.alsoKnownAs')}
        help={t('form.alsoKnownAsHelp')}
        optional
      />
      <SelectField
        form={form}
        name="category"
        label={t('diseaseField.category')}
        required
        options={[{ value: '', label: t('form.chooseCategory') }, ...options]}
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
      <CodesField />
    </>
  );
}

/** The values of the fields; of a new disease without one. */
export const toDiseaseValues = (disease?: Disease) =>
  Object.fromEntries(
    diseaseFieldNames.map((name) => [name, disease?.[name] ?? (name === 'codes' ? [] : '')]),
  ) as DiseaseInput;

/**
 * The body of a request. Older services reject some fields, so that they are left out where they are empty and were
 * so before.
 */
export const toDiseaseBody = (values: DiseaseInput, before?: Disease): DiseaseBody => {
  const { codes, alsoKnownAs, ...rest } = values;
  const saysCodes = codes.length > 0 || (before?.codes ?? []).length > 0;
  const saysNames = alsoKnownAs !== '' || Boolean(before?.alsoKnownAs);
  return { ...rest, ...(saysCodes && { codes }), ...(saysNames && { alsoKnownAs }) };
};
