import { DomainError } from '@ctdb/contracts';
import { describe, expect, it } from '@jest/globals';
import { isBucketMissing, MissingObject, toStorageError } from './s3-errors.js';

const answer = (code: string) => Object.assign(new Error('told'), { code });

describe('a fault of the storage', () => {
  it.each([
    'ECONNREFUSED',
    'ETIMEDOUT',
    'SlowDown',
    'XMinioServerNotInitialized',
    'AccessDenied',
    'AuthorizationHeaderMalformed',
    'ExpiredToken',
    'InvalidAccessKeyId',
    'RequestTimeTooSkewed',
    'SignatureDoesNotMatch',
  ])('%s means that it is away', (code) => {
    const told = toStorageError(answer(code), 'k');
    expect(told).toBeInstanceOf(DomainError);
    expect(told).toMatchObject({ code: 'SERVICE_UNAVAILABLE', params: { retryAfter: 1 } });
  });

  it('of the kind 503 means so too', () => {
    const told = toStorageError(
      new Error('Request failed after 0 retries: Error: Retryable HTTP status: 503'),
      'k',
    );
    expect(told).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  it.each(['NoSuchKey', 'NotFound', 'NoSuchBucket'])(
    '%s means that the object is missing',
    (code) => {
      expect(toStorageError(answer(code), 'k')).toEqual(new MissingObject('k'));
    },
  );

  it('of another kind stays what it is', () => {
    const error = answer('InvalidArgument');
    expect(toStorageError(error, 'k')).toBe(error);
    expect(isBucketMissing(error)).toBe(false);
    expect(isBucketMissing(answer('NoSuchBucket'))).toBe(true);
    expect(toStorageError(undefined, 'k')).toBeUndefined();
  });
});
