import { imageTypes } from '@ctdb/contracts';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Field, Input, Select, Textarea } from '@/components/ui/field';
import { KannadaFields } from '@/features/registry/components/forms/kannada-fields';
import type { ImageValues } from '@/features/registry/model/image-values';
import { useFieldErrors } from '@/lib/form';

interface ImageFieldsProps {
  form: UseFormReturn<ImageValues, unknown, ImageValues>;
  disabled?: boolean;
}

/** Title, type and description: the same for a new image and for one that is changed. */
export function ImageFields({ form, disabled = false }: ImageFieldsProps) {
  const { t } = useTranslation(['images', 'faults']);
  const fieldError = useFieldErrors(form);
  return (
    <>
      <Field label={t('field.title')} required error={fieldError('title')}>
        <Input {...form.register('title')} readOnly={disabled} />
      </Field>
      <Field label={t('typeLabel')} error={fieldError('type')}>
        <Controller
          control={form.control}
          name="type"
          render={({ field: { ref, value, onChange } }) => (
            <Select
              ref={ref}
              value={value}
              disabled={disabled}
              onChange={onChange}
              options={imageTypes.map((type) => ({ value: type, label: t(`type.${type}`) }))}
            />
          )}
        />
      </Field>
      <Field label={t('field.description')} optional error={fieldError('description')}>
        <Textarea rows={3} {...form.register('description')} readOnly={disabled} />
      </Field>
      <KannadaFields
        form={form}
        readOnly={disabled}
        fields={[
          { name: 'titleKn', label: t('field.title') },
          { name: 'descriptionKn', label: t('field.description'), rows: 3 },
        ]}
      />
    </>
  );
}
