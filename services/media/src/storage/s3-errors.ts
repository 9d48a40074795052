import { isConnectionError, unavailable } from '@ctdb/chassis';

/** The object that was asked for is not there. */
export class MissingObject extends Error {
  constructor(readonly key: string) {
    super('the object is missing');
    this.name = 'MissingObject';
  }
}

const absent = new Set(['NoSuchKey', 'NotFound', 'NoSuchBucket', 'NoSuchUpload']);
/** What a server answers that is there, but cannot do its work now. */
const busy = new Set([
  'SlowDown',
  'ServiceUnavailable',
  'InternalError',
  'XMinioServerNotInitialized',
]);

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
  const away =
    isConnectionError(error) ||
    busy.has(codeOf(error) ?? '') ||
    (error instanceof Error && error.message.startsWith('Retryable HTTP status'));
  return away ? Object.assign(unavailable(), { cause: error }) : error;
};
