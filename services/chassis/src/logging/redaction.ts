import secretFields from './secret-fields.json' with { type: 'json' };

const secretKeys = new Set(secretFields.map((key) => key.toLowerCase()));

const MAX_DEPTH = 6;
const CUT = '[too deep]';

/** Replaces a secret in a log line. */
export const REDACTED = '[redacted]';

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/**
 * A copy of `value` that may be logged: secrets and personal data are masked by their key, whatever
 * its case, down to six levels; what lies deeper is cut off. Instances of classes (dates, errors)
 * are left to the logger's serialisers.
 */
export const redact = (value: unknown, depth = 0): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    return depth >= MAX_DEPTH ? CUT : value.map((item: unknown) => redact(item, depth + 1));
  }
  if (!isPlain(value)) return value;
  if (depth >= MAX_DEPTH) return CUT;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      secretKeys.has(key.toLowerCase()) ? REDACTED : redact(item, depth + 1),
    ]),
  );
};

/**
 * An error as it is logged: kind, message, code, stack and causes, none of its other fields, which may hold
 * what a user typed.
 */
export const serializeError = (error: unknown, depth = 0): object => {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const code = (error as { code?: unknown }).code;
  return {
    type: error.name,
    message: error.message,
    ...(error.stack === undefined ? {} : { stack: error.stack }),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(error.cause !== undefined && depth < 3
      ? { cause: serializeError(error.cause, depth + 1) }
      : {}),
  };
};
