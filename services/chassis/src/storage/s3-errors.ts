import { isTransientError, serviceUnavailable } from '../context/error-mapping.js';
import storageCodes from './storage-codes.json' with { type: 'json' };

/** The object does not exist. */
export class ObjectNotFoundError extends Error {
  constructor(readonly key: string) {
    super('the object does not exist');
    this.name = 'ObjectNotFoundError';
  }
}

const notFoundCodes = new Set(storageCodes.notFound);
/** The server cannot do its work now, or has refused credentials, which says nothing about the object. */
const unavailableCodes = new Set(storageCodes.unavailable);

/** The client reports a status of 5xx in the message only. */
const isServerError = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('Retryable HTTP status');

const getCode = (error: unknown): string | undefined => {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : undefined;
};

/** Whether the object, or its bucket, does not exist. */
export const isNotFound = (error: unknown): boolean => notFoundCodes.has(getCode(error) ?? '');

/** Whether the bucket does not exist. */
export const isBucketMissing = (error: unknown): boolean => getCode(error) === 'NoSuchBucket';

/** `SERVICE_UNAVAILABLE`, {@link ObjectNotFoundError}, or the error as it is. */
export const toStorageError = (error: unknown, key: string): unknown => {
  if (isNotFound(error)) return new ObjectNotFoundError(key);
  const isUnavailable =
    isTransientError(error) || unavailableCodes.has(getCode(error) ?? '') || isServerError(error);
  return isUnavailable ? Object.assign(serviceUnavailable(), { cause: error }) : error;
};
