import { DomainError } from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { rejectionCode, toRejectionError } from './rejection.js';

it.each([
  new DomainError('IMAGE_TOO_LARGE', { maxBytes: 10_485_760 }),
  new DomainError('IMAGE_TOO_MANY_PIXELS', { maxMegapixels: 40 }),
  new DomainError('UPLOAD_ENDED'),
  new DomainError('IMAGE_INCOMPLETE'),
])('a rejection is returned again unchanged: $code', (error) => {
  const code = rejectionCode(error);
  expect(code).toBe(error.code);
  expect(code && toRejectionError(code)).toMatchObject({ code: error.code, params: error.params });
});

it.each([new DomainError('SERVICE_UNAVAILABLE', { retryAfter: 1 }), new Error('x'), undefined])(
  'an error of a server is no rejection',
  (error) => {
    expect(rejectionCode(error)).toBeUndefined();
  },
);
