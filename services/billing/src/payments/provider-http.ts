import type { z } from 'zod';
import type { JsonResponse } from './fetch-json.js';
import { type ProviderRejectedError, ProviderUnavailableError } from './payment-provider.js';

/** Statuses with an unknown outcome; 409: a call with the same request id is running. */
const UNCERTAIN_STATUSES = new Set([401, 408, 409, 425, 429]);

/**
 * The parsed answer of a provider. Throws the rejection of a 4xx response, and
 * {@link ProviderUnavailableError} where the outcome is unknown.
 */
export const parseAnswer = <T extends z.ZodType>(
  { status, body }: JsonResponse,
  answer: T,
  toRejection: (status: number, body: unknown) => ProviderRejectedError,
): z.output<T> => {
  if (status >= 500 || UNCERTAIN_STATUSES.has(status))
    throw new ProviderUnavailableError(`status ${status}`);
  if (status >= 400) throw toRejection(status, body);
  const { success, data, error } = answer.safeParse(body);
  if (success) return data;
  const paths = error.issues.map(({ path }) => path.join('.')).join(', ');
  throw new ProviderUnavailableError(`the answer was not understood: ${paths}`);
};
