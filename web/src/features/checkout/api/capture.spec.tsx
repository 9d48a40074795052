import { describe, expect, it } from 'vitest';
import { ApiError } from '@/lib/api';
import { isOutcomeUnknown, retryDelayMs } from '../api/capture';

const failure = (status: number, headers = {}) =>
  new ApiError({ status, statusText: '', body: '', headers: new Headers(headers) });

describe('a payment whose outcome is not known', () => {
  it.each([408, 429, 500, 502, 503, 504])('%i says nothing about it', (status) => {
    expect(isOutcomeUnknown(failure(status))).toBe(true);
  });

  it.each([400, 402, 403, 404, 409])('%i is an answer', (status) => {
    expect(isOutcomeUnknown(failure(status))).toBe(false);
  });

  it('no answer at all says nothing either', () => {
    expect(isOutcomeUnknown(new TypeError('no connection'))).toBe(true);
    expect(isOutcomeUnknown(new SyntaxError('half an answer'))).toBe(true);
  });

  it('is polled with growing delays, and not before the server allows it', () => {
    expect([1, 2, 3].map((asked) => retryDelayMs(asked))).toEqual([3_000, 4_500, 6_750]);
    expect(retryDelayMs(50)).toBe(30_000);
    expect(retryDelayMs(1, failure(429, { 'retry-after': '40' }))).toBe(40_000);
  });
});
