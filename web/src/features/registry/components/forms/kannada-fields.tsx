import { useState } from 'react';
import { type FieldPath, type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Unfold } from '@/components/unfold';
import { TextField } from '@/components/form-fields';
import { useFieldErrors } from '@/lib/form';

interface KannadaFieldsProps<T extends FieldValues, C, O> {
  form: UseFormReturn<T, C, O>;
  /** The label is that of the field above; `rows` makes it a text of several lines. */
  fields: readonly { name: FieldPath<T>; label: string; rows?: number }[];
  readOnly?: boolean;
}

/** The same texts in Kannada; unfolded by the reader, or because one is filled in or wrong. */
export function KannadaFields<T extends FieldValues, C, O>(props: KannadaFieldsProps<T, C, O>) {
  const { form, fields, readOnly } = props;
  const { t } = useTranslation('forms');
  const fieldError = useFieldErrors(form);
  const [unfolded, setUnfolded] = useState<boolean>();
  const values = useWatch({ control: form.control, name: fields.map(({ name }) => name) });
  const isFilled = values.some(Boolean);
  const isInvalid = fields.some(({ name }) => fieldError(name) !== undefined);
  // Stays unfolded when the text is deleted or corrected: the reader is still typing.
  if (isInvalid ? !unfolded : isFilled && unfolded === undefined) setUnfolded(true);
  return (
    <Unfold title={t('kannada.title')} isOpen={unfolded ?? false} onToggle={setUnfolded}>
      <div className="mt-2 grid gap-4 sm:grid-cols-2">
        <p className="text-sm text-ink-3 sm:col-span-2">{t('kannada.help')}</p>
        {fields.map(({ name, label, rows }) => (
          <TextField
            key={name}
            {...{ form, name, rows, readOnly }}
            lang="kn"
            label={t('kannada.label', { label })}
            className={rows ? 'sm:col-span-2' : ''}
          />
        ))}
      </div>
    </Unfold>
  );
}
