import { unavailable } from '../rpc/error-mapping.js';

/** The object that was asked for is not there. */
export class MissingObject extends Error {
  constructor(readonly key: string) {
    super('the object is missing');
    this.name = 'MissingObject';
  }
}

const absent = new Set(['NoSuchKey', 'NotFound', 'NoSuchBucket', 'NoSuchUpload']);
/** Nobody is there, or somebody who cannot do his work now. */
const away = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ERR_STREAM_PREMATURE_CLOSE',
  'SlowDown',
  'ServiceUnavailable',
  'InternalError',
  'XMinioServerNotInitialized',
  // It does not let us in, whatever we ask for: that says nothing of the object.
  'AccessDenied',
  'AuthorizationHeaderMalformed',
  'ExpiredToken',
  'InvalidAccessKeyId',
  'RequestTimeTooSkewed',
  'SignatureDoesNotMatch',
]);
/** The client's own words for an answer of 5xx, which has no code. */
const isBusy = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('Retryable HTTP status');

const codeOf = (error: unknown): string | undefined => {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
};

/** Whether an answer says that an object, or its bucket, is not there. */
export const isAbsent = (error: unknown): boolean => absent.has(codeOf(error) ?? '');

/** Whether an answer says that the bucket is not there. */
export const isBucketMissing = (error: unknown): boolean => codeOf(error) === 'NoSuchBucket';

/** What callers are told: that the storage is away, that an object is missing, or the error as it is. */
export const toStorageError = (error: unknown, key: string): unknown => {
  if (isAbsent(error)) return new MissingObject(key);
  const isAway = away.has(codeOf(error) ?? '') || isBusy(error);
  return isAway ? Object.assign(unavailable(), { cause: error }) : error;
};
