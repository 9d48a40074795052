import { DomainError } from '@ctdb/contracts';
import { expect, it } from '@jest/globals';
import { refusalOf } from './refusal.js';

it.each([
  new DomainError('IMAGE_TOO_LARGE', { maxBytes: 10_485_760 }),
  new DomainError('IMAGE_TOO_MANY_PIXELS', { maxMegapixels: 40 }),
  new DomainError('UPLOAD_ENDED'),
  new DomainError('IMAGE_NOT_SUPPORTED'),
])('a refusal is told again as it was: $code', ({ code, params }) => {
  expect(refusalOf({ refusal: { code } })).toMatchObject({ code, params });
});
