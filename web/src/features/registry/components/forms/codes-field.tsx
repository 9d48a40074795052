import { codeSystems, type diseaseInput, type DiseaseInput, MAX_CODES } from '@ctdb/contracts';
import { Plus, X } from 'lucide-react';
import { Controller, useFieldArray, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { Button } from '@/components/ui/button';
import { Field, Input, Select } from '@/components/ui/field';
import { useFieldErrors } from '@/lib/form';

interface CodesFieldProps {
  form: UseFormReturn<z.input<typeof diseaseInput>, unknown, DiseaseInput>;
}

/** The classification codes of a disease, one to a row. */
export function CodesField({ form }: CodesFieldProps) {
  const { t } = useTranslation(['forms', 'common']);
  const rows = useFieldArray({ control: form.control, name: 'codes' });
  const fieldError = useFieldErrors(form);
  return (
    <fieldset className="flex flex-col gap-3">
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
            <Field label={t('forms:codes.system')} error={fieldError(`codes.${at}.system`)}>
              <Controller
                control={form.control}
                name={`codes.${at}.system`}
                render={({ field }) => (
                  <Select
                    {...field}
                    options={codeSystems.map((value) => ({ value, label: value }))}
                  />
                )}
              />
            </Field>
            <Field label={t('forms:codes.code')} error={fieldError(`codes.${at}.code`)}>
              <Input
                lang="en"
                autoComplete="off"
                spellCheck={false}
                {...form.register(`codes.${at}.code`)}
              />
            </Field>
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
