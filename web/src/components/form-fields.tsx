import type { ComponentProps } from 'react';
import {
  Controller,
  type FieldPath,
  type FieldValues,
  type RegisterOptions,
  type UseFormReturn,
} from 'react-hook-form';
import { Field, Input, Select, Textarea } from '@/components/ui/field';
import { useFieldErrors } from '@/lib/form';

interface FormFieldProps<T extends FieldValues, C, O> extends Omit<
  ComponentProps<typeof Field>,
  'children'
> {
  form: UseFormReturn<T, C, O>;
  name: FieldPath<T>;
}

interface TextFieldProps<T extends FieldValues, C, O>
  extends
    FormFieldProps<T, C, O>,
    Omit<ComponentProps<'input'>, keyof ComponentProps<typeof Field> | 'form' | 'name'> {
  /** Makes it a text of several lines. */
  rows?: number | undefined;
  boxClass?: string;
  registered?: RegisterOptions<T, FieldPath<T>>;
}

/** A box of a form, with its label and its error. */
export function TextField<T extends FieldValues, C, O>(props: TextFieldProps<T, C, O>) {
  const { form, name, label, help, error, required = false, optional = false, ...rest } = props;
  const { className = '', rows, boxClass, registered, ...given } = rest;
  const own = useFieldErrors(form)(name);
  const box = { ...given, className: boxClass, ...form.register(name, registered) };
  return (
    <Field {...{ label, help, required, optional, className }} error={error ?? own}>
      {rows ? (
        <Textarea rows={rows} {...(box as ComponentProps<'textarea'>)} />
      ) : (
        <Input {...box} />
      )}
    </Field>
  );
}

interface SelectFieldProps<T extends FieldValues, C, O> extends FormFieldProps<T, C, O> {
  options: readonly { value: string; label: string }[];
  disabled?: boolean;
}

/** A choice of a form, with its label and its error. */
export function SelectField<T extends FieldValues, C, O>(props: SelectFieldProps<T, C, O>) {
  const { form, name, options, disabled = false, ...field } = props;
  const error = useFieldErrors(form)(name);
  return (
    <Field {...field} error={error}>
      <Controller
        control={form.control}
        name={name}
        render={({ field: control }) => (
          <Select {...control} disabled={disabled} options={options} />
        )}
      />
    </Field>
  );
}
