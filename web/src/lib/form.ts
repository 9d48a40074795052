import {
  fieldErrorCodes,
  toFieldErrors,
  type FieldError as ContractFieldError,
} from '@ctdb/contracts';
import {
  get,
  set,
  type FieldError,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type Resolver,
  type UseFormReturn,
} from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { useErrorMessages } from '@/lib/error-messages';
import { findParams } from '@/lib/api';
import { toast } from '@/lib/toast';

const isCode = (value: string): value is ContractFieldError['code'] =>
  (fieldErrorCodes as readonly string[]).includes(value);

/** A field error in react-hook-form's format: the code as type, with its limits. */
const toFieldError = ({ code, params = {} }: ContractFieldError): FieldError => ({
  type: code,
  types: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)])),
});

/**
 * Texts of a form's field errors, by field; needs the namespace `faults`. A field error of the
 * contracts without a text does not compile here.
 */
export const useFieldErrors = <T extends FieldValues, C, O>(form: UseFormReturn<T, C, O>) => {
  const { t } = useTranslation('faults');
  const { errors } = form.formState;
  return (name: FieldPath<T>): string | undefined => {
    const error = get(errors, name) as FieldError | undefined;
    return error && t(isCode(error.type) ? error.type : 'NOT_ALLOWED', { ...error.types });
  };
};

/** Checks a form by a schema of the contracts: the same rules and error codes as the server's. */
export const contractResolver =
  <I extends FieldValues, O>(schema: z.ZodType<O, I>): Resolver<I, unknown, O> =>
  (values) => {
    const parsed = schema.safeParse(values, { reportInput: true });
    if (parsed.success) return { values: parsed.data, errors: {} };
    const errors: FieldErrors<I> = {};
    // Of several errors of one field, show only the first one.
    for (const error of toFieldErrors(parsed.error).reverse())
      set(errors, error.path, toFieldError(error));
    return { values: {}, errors };
  };

/**
 * Shows the errors of a `VALIDATION_FAILED` response at their fields and focuses the first field.
 * @returns whether the error was such a response and named at least one field
 */
export const showServerErrors = <T extends FieldValues, C, O>(
  form: UseFormReturn<T, C, O>,
  error: unknown,
): boolean => {
  const { faults: fieldErrors = [] } = findParams(error, 'VALIDATION_FAILED') ?? {};
  fieldErrors.forEach((fieldError, index) =>
    form.setError(fieldError.path as FieldPath<T>, toFieldError(fieldError), {
      shouldFocus: index === 0,
    }),
  );
  return fieldErrors.length > 0;
};

/**
 * The submit handler of a form. An error of the server is shown at its fields, else as a toast.
 * @param failed title of that toast
 */
export const useSubmit = <V extends FieldValues, C, O>(
  form: UseFormReturn<V, C, O>,
  failed: string,
  save: (values: O) => Promise<unknown>,
) => {
  const { errorText } = useErrorMessages();
  return form.handleSubmit(async (values) => {
    try {
      await save(values);
    } catch (error) {
      if (!showServerErrors(form, error)) toast.error(failed, { description: errorText(error) });
    }
  });
};
