import { DomainError } from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { isBucketMissing, ObjectNotFoundError, toStorageError } from './object-store.js';

const answer = (code: string) => Object.assign(new Error('answer'), { code });

const unavailable = `
  ECONNREFUSED ETIMEDOUT SlowDown XMinioServerNotInitialized AccessDenied
  AuthorizationHeaderMalformed ExpiredToken InvalidAccessKeyId RequestTimeTooSkewed
  SignatureDoesNotMatch
`;

it.each([
  ...unavailable.trim().split(/\s+/).map(answer),
  new Error('Request failed after 0 retries: Error: Retryable HTTP status: 503'),
])('an error of the storage means that it is unavailable: %o', (error) => {
  const mapped = toStorageError(error, 'k');
  expect(mapped).toBeInstanceOf(DomainError);
  expect(mapped).toMatchObject({ code: 'SERVICE_UNAVAILABLE', params: { retryAfter: 1 } });
});

it.each(['NoSuchKey', 'NotFound', 'NoSuchBucket'])(
  'an error of the storage %s means that the object is missing',
  (code) => {
    expect(toStorageError(answer(code), 'k')).toEqual(new ObjectNotFoundError('k'));
  },
);

it('an error of the storage of another kind stays as it is', () => {
  const error = answer('InvalidArgument');
  expect(toStorageError(error, 'k')).toBe(error);
  expect(isBucketMissing(error)).toBe(false);
  expect(isBucketMissing(answer('NoSuchBucket'))).toBe(true);
  expect(toStorageError(undefined, 'k')).toBeUndefined();
});
