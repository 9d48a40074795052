import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field, Textarea } from '@/components/ui/field';
import { useFieldErrors } from '@/lib/form';
import type { DescriptionValues } from '@/features/registry/model/description-values';
import { TranslateButton } from '../forms/translate-button';

/** The two descriptions side by side, with a button that translates one into the other. */
export function DescriptionFields({ form }: { form: UseFormReturn<DescriptionValues> }) {
  const { t } = useTranslation(['registry', 'forms']);
  const engine = form.watch('machineTranslatedBy');
  const setKannada = (text: string, by: string) => {
    form.setValue('descriptionKn', text, { shouldDirty: true });
    form.setValue('machineTranslatedBy', by, { shouldDirty: true });
  };
  const typed = form.register('descriptionKn', {
    onChange: () => form.setValue('machineTranslatedBy', ''),
  });
  const fieldError = useFieldErrors(form);
  return (
    <div className="grid gap-6 xl:grid-cols-2">
      <div className="flex flex-col gap-3">
        <Field label={t('forms:treatment.descriptionEn')} error={fieldError('descriptionEn')}>
          <Textarea lang="en" rows={8} {...form.register('descriptionEn')} />
        </Field>
        <TranslateButton
          english={() => form.getValues('descriptionEn')}
          onTranslated={setKannada}
          onTerm={(term) => {
            const text = form.getValues('descriptionKn');
            setKannada(text ? `${text.trimEnd()} ${term}` : term, '');
          }}
        />
      </div>
      <Field
        label={t('forms:treatment.descriptionKn')}
        error={fieldError('descriptionKn')}
        help={engine ? t('forms:translate.review', { engine }) : undefined}
      >
        <Textarea lang="kn" rows={8} {...typed} />
      </Field>
    </div>
  );
}
