import { z } from 'zod';

/** What can be wrong with one field; the client words it in the reader's language. */
export const fieldErrorCodes = [
  'REQUIRED',
  'TOO_LONG',
  'TOO_SHORT',
  'TOO_MANY',
  'TOO_FEW',
  'OUT_OF_RANGE',
  'WRONG_TYPE',
  'WRONG_FORMAT',
  'NOT_ALLOWED',
  'UNKNOWN_KEY',
  'BROKEN_UNICODE',
  'CONTROL_CHARACTERS',
  'LINE_BREAK',
  'NAME_TAKEN',
  'DATE_IN_FUTURE',
  'DATE_TOO_EARLY',
  'DATE_TOO_LATE',
  'NOTE_EMPTY',
  'HISTORY_TREATMENT_EMPTY',
  'HISTORY_PRACTITIONER_EMPTY',
  'HISTORY_PATIENT_EMPTY',
] as const;

/** One of {@link fieldErrorCodes}. */
export type FieldErrorCode = (typeof fieldErrorCodes)[number];

/** One error of one field: where it is (`notes.0.title`), what it is, and the limits that it broke. */
export const fieldError = z.object({
  path: z.string(),
  code: z.enum(fieldErrorCodes),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
/** See {@link fieldError}. */
export type FieldError = z.infer<typeof fieldError>;

type Issue = z.core.$ZodIssue;

const isFaultCode = (value: string): value is FieldErrorCode =>
  (fieldErrorCodes as readonly string[]).includes(value);

type Description = Omit<FieldError, 'path'>;

const toSizeError = (issue: z.core.$ZodIssueTooSmall | z.core.$ZodIssueTooBig): Description => {
  const small = issue.code === 'too_small';
  const limit = Number(small ? issue.minimum : issue.maximum);
  const params = { [small ? 'min' : 'max']: limit };
  if (issue.origin === 'string') return { code: small ? 'TOO_SHORT' : 'TOO_LONG', params };
  if (issue.origin === 'array') return { code: small ? 'TOO_FEW' : 'TOO_MANY', params };
  return { code: 'OUT_OF_RANGE', params };
};

const describe = (issue: Issue): Description => {
  if (isFaultCode(issue.message)) return { code: issue.message };
  switch (issue.code) {
    case 'too_small':
    case 'too_big':
      return toSizeError(issue);
    case 'invalid_type':
      return { code: issue.input === undefined ? 'REQUIRED' : 'WRONG_TYPE' };
    case 'unrecognized_keys':
      return { code: 'UNKNOWN_KEY' };
    case 'invalid_format':
      return { code: 'WRONG_FORMAT' };
    case 'invalid_value':
      // A form gives the empty text of a choice that is not made.
      return { code: (issue.input ?? '') === '' ? 'REQUIRED' : 'NOT_ALLOWED' };
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'not_multiple_of':
    case 'custom':
      return { code: 'NOT_ALLOWED' };
  }
};

/**
 * Converts the issues of zod to the `faults` of a `VALIDATION_FAILED` error.
 * Parse with `{ reportInput: true }`, so that a missing field differs from a wrong one.
 */
export const toFieldErrors = (error: z.ZodError): FieldError[] =>
  error.issues.flatMap((issue): FieldError[] => {
    const path = issue.path.map(String);
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({
        path: [...path, key.slice(0, 100)].join('.'),
        code: 'UNKNOWN_KEY',
      }));
    return [{ path: path.join('.'), ...describe(issue) }];
  });
