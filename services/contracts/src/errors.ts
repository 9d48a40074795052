import { z } from 'zod';
import { fieldError } from './field-errors.js';
import { timestamp } from './ids.js';

const noParams = z.object({});
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

/**
 * Every error that can leave a service, with the parameters that its wording needs.
 * `retryAfter` is in seconds.
 */
export const errorParams = {
  VALIDATION_FAILED: z.object({ faults: z.array(fieldError) }),
  MALFORMED_BODY: noParams,
  ACCESS_REQUIRED: z.object({ reason: z.enum(accessReasons).default('ended') }),
  FORBIDDEN: noParams,
  FOREIGN_ORIGIN: noParams,
  NOT_FOUND: z.object({ kind: z.enum(recordKinds) }),
  METHOD_NOT_ALLOWED: z.object({ allow: z.array(z.string()) }),
  TREATMENT_EXISTS: z.object({ id: z.string() }),
  COLOR_IN_USE: noParams,
  FAVORITES_FULL: noParams,
  MERGE_NOT_UNDOABLE: noParams,
  IDEMPOTENCY_KEY_REUSED: noParams,
  VERSION_CONFLICT: z.object({ current: z.looseObject({ id: z.string(), version: z.number() }) }),
  PAYLOAD_TOO_LARGE: z.object({ limit: z.number() }),
  UNSUPPORTED_MEDIA_TYPE: noParams,
  FILE_REQUIRED: noParams,
  IMAGE_TOO_LARGE: z.object({ maxBytes: z.number().int() }),
  IMAGE_TOO_MANY_PIXELS: z.object({ maxMegapixels: z.number().int() }),
  IMAGE_NOT_SUPPORTED: noParams,
  IMAGE_INCOMPLETE: noParams,
  UPLOAD_ENDED: noParams,
  IMPORT_RUNNING: noParams,
  IMPORT_ENDED: noParams,
  /** So many diseases would lose texts or protocols, which must be accepted. */
  IMPORT_LOSSES: z.object({ diseases: z.number().int() }),
  RANGE_NOT_SATISFIABLE: z.object({ size: z.number().int() }),
  RATE_LIMITED: retryAfter.extend({ quota: z.enum(quotaClasses).optional() }),
  INVALID_CREDENTIALS: noParams,
  USERNAME_TAKEN: noParams,
  LAST_OWNER: noParams,
  PERSON_DISABLED: noParams,
  PERSON_NOT_DISABLED: noParams,
  LINK_ENDED: noParams,
  NO_ADDRESS: noParams,
  TOO_MANY_TRIES: retryAfter,
  WRONG_PASSWORD: noParams,
  CONFIRMATION_REQUIRED: noParams,
  /** `challenge` stands for the password; `setup` where a factor must be added to sign in. */
  SECOND_FACTOR_REQUIRED: z.object({
    challenge: z.string(),
    kinds: z.array(z.enum(['code', 'passkey'])),
    passkey: z.looseObject({ challenge: z.string() }).optional(),
    setup: z.object({ secret: z.string(), uri: z.string() }).optional(),
  }),
  WRONG_FACTOR: noParams,
  CHALLENGE_ENDED: noParams,
  LAST_FACTOR: noParams,
  PASSKEYS_NOT_AVAILABLE: noParams,
  PASSKEYS_FULL: noParams,
  PASSWORD_CHANGE_REQUIRED: noParams,
  PASSWORD_TOO_SHORT: z.object({ min: z.number().int() }),
  PASSWORD_TOO_COMMON: noParams,
  TRANSLATION_NOT_CONFIGURED: z.object({
    glossary: z.array(z.object({ en: z.string(), kn: z.string() })),
  }),
  PAYMENTS_NOT_CONFIGURED: noParams,
  MAIL_NOT_CONFIGURED: noParams,
  PRICE_CHANGED: z.object({ charge: priceParams }),
  CURRENCY_NOT_SUPPORTED: z.object({ charge: priceParams }),
  ORDER_NOT_APPROVED: noParams,
  FOREIGN_ORDER: noParams,
  /** This browser opens another practice, which was paid for then, or whose order of then is being paid. */
  PRACTICE_OPEN: z.object({ item: z.string(), paidAt: z.string() }),
  /** The access code was mailed once: it needs the e-mail address of its order. */
  ADDRESS_REQUIRED: noParams,
  ADDRESSES_FULL: noParams,
  ADDRESS_TOO_EARLY: z.object({ notBefore: timestamp }),
  WRONG_ADDRESS_CODE: noParams,
  /** An order of the practice may be paid yet, or its payment is not finished. */
  ORDER_UNFINISHED: noParams,
  PAYMENT_DECLINED: noParams,
  PURCHASE_ENDED: noParams,
  /** `rest`: less is left than the payment provider refunds. */
  NOT_REFUNDABLE: z.object({ part: z.literal('rest').optional() }),
  INVALID_SIGNATURE: noParams,
  DOMAIN_NOT_VALID: noParams,
  NOT_VERIFIABLE: noParams,
  ALREADY_SETTLED: noParams,
  SERVICE_UNAVAILABLE: retryAfter,
  INTERNAL_ERROR: noParams,
} as const satisfies Record<string, z.ZodType>;

/** The name of an error. */
export type ErrorCode = keyof typeof errorParams;
/** The parameters of the error `C`. */
export type ErrorParams<C extends ErrorCode = ErrorCode> = z.infer<(typeof errorParams)[C]>;

/** All codes of {@link errorParams}. */
export const errorCodes = Object.keys(errorParams) as [ErrorCode, ...ErrorCode[]];

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

/** An error as it travels in a reply; the receiver turns it back into a {@link DomainError}. */
export const wireError = z.object({
  code: z.enum(errorCodes),
  params: z.record(z.string(), z.unknown()),
});
/** See {@link wireError}. */
export type WireError = z.infer<typeof wireError>;

/** Converts the error of a reply; parameters that do not fit the code make it `INTERNAL_ERROR`. */
export const fromWireError = ({ code, params }: WireError): DomainError => {
  const parsed = errorParams[code].safeParse(params);
  if (!parsed.success) return new DomainError('INTERNAL_ERROR');
  return new DomainError(code, ...([parsed.data] as unknown as ParamsArgument<ErrorCode>));
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
