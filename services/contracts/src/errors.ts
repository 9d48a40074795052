import { z } from 'zod';
import type errorList from './errors.json';
import { fieldError } from './field-errors.js';
import { timestamp } from './records.js';

/** What a purchase costs; `amount` is a decimal string. */
const priceParams = z.object({ amount: z.string(), currency: z.string() });
const retryAfter = z.object({ retryAfter: z.number().int().min(1) });

/** Kinds of record that can be missing. */
export const recordKinds = [
  'route',
  'color',
  'disease',
  'treatment',
  'note',
  'historyEntry',
  'patient',
  'trashEntry',
  'order',
  'accessCode',
  'image',
  'backupLog',
  'deployment',
  'release',
  'deadLetter',
  'auditEntry',
  'import',
  'person',
  'session',
  'factor',
] as const;

/**
 * Why access is missing: the browser never had any, it has ended, or it went on in another browser.
 */
export const accessReasons = ['none', 'ended', 'moved'] as const;
/** One of {@link accessReasons}. */
export type AccessReason = (typeof accessReasons)[number];

/**
 * What a pass has a quota of in an hour: answers to requests, entries (notes, history) that it saves, and
 * images.
 */
export const quotaClasses = ['answers', 'entries', 'images'] as const;
/** One of {@link quotaClasses}. */
export type QuotaClass = (typeof quotaClasses)[number];

type ErrorList = typeof errorList;
/**
 * The name of an error: a code of `errors.json`, which has the HTTP status, the title and the text of every
 * error that can leave a service. Names without a status there are further texts of a code.
 */
export type ErrorCode = {
  [Name in keyof ErrorList]: ErrorList[Name] extends { status: number } ? Name : never;
}[keyof ErrorList];

/** The parameters of the errors that have some. `retryAfter` is in seconds. */
export const errorParams = {
  VALIDATION_FAILED: z.object({ faults: z.array(fieldError) }),
  ACCESS_REQUIRED: z.object({ reason: z.enum(accessReasons).default('ended') }),
  NOT_FOUND: z.object({ kind: z.enum(recordKinds) }),
  METHOD_NOT_ALLOWED: z.object({ allow: z.array(z.string()) }),
  TREATMENT_EXISTS: z.object({ id: z.string() }),
  VERSION_CONFLICT: z.object({ current: z.looseObject({ id: z.string(), version: z.number() }) }),
  PAYLOAD_TOO_LARGE: z.object({ limit: z.number() }),
  IMAGE_TOO_LARGE: z.object({ maxBytes: z.number().int() }),
  IMAGE_TOO_MANY_PIXELS: z.object({ maxMegapixels: z.number().int() }),
  /** So many diseases would lose texts or protocols, which must be accepted. */
  IMPORT_LOSSES: z.object({ diseases: z.number().int() }),
  RANGE_NOT_SATISFIABLE: z.object({ size: z.number().int() }),
  RATE_LIMITED: retryAfter.extend({ quota: z.enum(quotaClasses).optional() }),
  TOO_MANY_TRIES: retryAfter,
  /** `challenge` stands for the password; `setup` where a factor must be added to sign in. */
  SECOND_FACTOR_REQUIRED: z.object({
    challenge: z.string(),
    kinds: z.array(z.enum(['code', 'passkey'])),
    passkey: z.looseObject({ challenge: z.string() }).optional(),
    setup: z.object({ secret: z.string(), uri: z.string() }).optional(),
  }),
  PASSWORD_TOO_SHORT: z.object({ min: z.number().int() }),
  TRANSLATION_NOT_CONFIGURED: z.object({
    glossary: z.array(z.object({ en: z.string(), kn: z.string() })),
  }),
  PRICE_CHANGED: z.object({ charge: priceParams }),
  CURRENCY_NOT_SUPPORTED: z.object({ charge: priceParams }),
  /** This browser opens another practice, which was paid for then, or whose order of then is being paid. */
  PRACTICE_OPEN: z.object({ item: z.string(), paidAt: z.string() }),
  ADDRESS_TOO_EARLY: z.object({ notBefore: timestamp }),
  /** `rest`: less is left than the payment provider refunds. */
  NOT_REFUNDABLE: z.object({ part: z.literal('rest').optional() }),
  SERVICE_UNAVAILABLE: retryAfter,
} as const satisfies Partial<Record<ErrorCode, z.ZodType>>;

/** The parameters of the error `C`. */
export type ErrorParams<C extends ErrorCode = ErrorCode> = {
  [Code in ErrorCode]: Code extends keyof typeof errorParams
    ? z.infer<(typeof errorParams)[Code]>
    : Record<string, never>;
}[C];

type ParamsArgument<C extends ErrorCode> =
  Record<string, never> extends ErrorParams<C>
    ? [params?: ErrorParams<C>]
    : [params: ErrorParams<C>];

/** The error that services throw on purpose: a code with its parameters. */
export class DomainError<C extends ErrorCode = ErrorCode> extends Error {
  readonly params: ErrorParams<C>;

  constructor(
    readonly code: C,
    ...[params]: ParamsArgument<C>
  ) {
    super(code);
    this.name = 'DomainError';
    this.params = (params ?? {}) as ErrorParams<C>;
  }
}
