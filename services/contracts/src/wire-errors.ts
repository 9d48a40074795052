import { z } from 'zod';
import { DomainError, errorParams, type ErrorCode, type ErrorParams } from './errors.js';
import errorList from './errors.json' with { type: 'json' };

/** The HTTP status of every error. */
export const errorStatus = Object.fromEntries(
  Object.entries(errorList).flatMap(([code, error]) =>
    'status' in error ? [[code, error.status]] : [],
  ),
) as Readonly<Record<ErrorCode, number>>;

/** All codes of errors. */
export const errorCodes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]];

const noParams = z.object({});
const paramsSchemas: Readonly<Partial<Record<ErrorCode, z.ZodType<ErrorParams>>>> = errorParams;

/** An error as it travels in a reply; the receiver turns it back into a {@link DomainError}. */
export const wireError = z.object({
  code: z.enum(errorCodes),
  params: z.record(z.string(), z.unknown()),
});
/** See {@link wireError}. */
export type WireError = z.infer<typeof wireError>;

/** Converts the error of a reply; parameters that do not fit the code make it `INTERNAL_ERROR`. */
export const fromWireError = ({ code, params }: WireError): DomainError => {
  const parsed = (paramsSchemas[code] ?? noParams).safeParse(params);
  return parsed.success ? new DomainError(code, parsed.data) : new DomainError('INTERNAL_ERROR');
};

/** The body of every failed HTTP answer (RFC 9457, application/problem+json). */
export const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: z.enum(errorCodes),
  message: z.string(),
  params: z.record(z.string(), z.unknown()),
  requestId: z.string(),
  /** `message` once more; only on routes that promise it. */
  error: z.string().optional(),
  // Some codes promise their parameters as members, too.
  ...errorParams.VERSION_CONFLICT.partial().shape,
  ...errorParams.TREATMENT_EXISTS.partial().shape,
  ...errorParams.TRANSLATION_NOT_CONFIGURED.partial().shape,
});
/** See {@link problem}. */
export type Problem = z.infer<typeof problem>;
