import { expect, it } from 'vitest';
import { ApiError } from '@/lib/api';
import { isOutcomeUnknown, retryDelayMs } from '../api/capture';

const failure = (status: number, headers = {}) =>
  new ApiError({ status, statusText: '', headers: new Headers(headers) }, '');

it('a payment whose outcome is not known has no answer at all, or one of these states', () => {
  const unknown = [408, 429, 500, 502, 503, 504];
  const states = [400, 402, 403, 404, 409, ...unknown];
  expect(states.filter((status) => isOutcomeUnknown(failure(status)))).toEqual(unknown);
  expect(isOutcomeUnknown(new TypeError('no connection'))).toBe(true);
  expect(isOutcomeUnknown(new SyntaxError('half an answer'))).toBe(true);
});

it('a payment whose outcome is not known is polled with growing delays, and not before the server allows it', () => {
  expect([1, 2, 3].map((asked) => retryDelayMs(asked))).toEqual([3_000, 4_500, 6_750]);
  expect(retryDelayMs(50)).toBe(30_000);
  expect(retryDelayMs(1, failure(429, { 'retry-after': '40' }))).toBe(40_000);
});
