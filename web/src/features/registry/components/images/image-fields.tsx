import { imageInput, imageTypes } from '@ctdb/contracts';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { SelectField, TextField } from '@/components/form-fields';
import { KannadaFields } from '@/features/registry/components/forms/kannada-fields';

/** Form values of an image: all fields are present. */
export const imageValues = imageInput.required();
export type ImageValues = z.infer<typeof imageValues>;

interface ImageFieldsProps {
  form: UseFormReturn<ImageValues, unknown, ImageValues>;
  disabled?: boolean;
}

/** Title, type and description: the same for a new image and for one that is changed. */
export function ImageFields({ form, disabled = false }: ImageFieldsProps) {
  const { t } = useTranslation(['images', 'faults']);
  return (
    <>
      <TextField form={form} name="title" label={t('field.title')} required readOnly={disabled} />
      <SelectField
        form={form}
        name="type"
        label={t('typeLabel')}
        disabled={disabled}
        options={imageTypes.map((value) => ({ value, label: t(`type.${value}`) }))}
      />
      <TextField
        form={form}
        name="description"
        label={t('field.description')}
        optional
        rows={3}
        readOnly={disabled}
      />
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
