import type { z } from 'zod';
import { PaypalError } from './paypal-error.ts';

/** The input as the schema has it; throws INVALID_REQUEST with every fault. */
export function validate<T extends z.ZodType>(schema: T, input: unknown): z.output<T> {
  const { success, data, error } = schema.safeParse(input);
  if (success) return data;
  throw new PaypalError(
    400,
    error.issues.map(({ path, message }) => ({
      issue: 'INVALID_PARAMETER_VALUE',
      description: message,
      field: `/${path.join('/')}`,
    })),
  );
}
