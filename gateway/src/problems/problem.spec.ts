import { readFileSync } from 'node:fs';
import {
  accessReasons,
  DomainError,
  errorCodes,
  errorParams,
  errorStatus,
  fromWireError,
  locales,
  problem,
  quotaClasses,
  type ErrorCode,
} from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { sampleOf } from '../../test/support/sample.js';
import { problemHeaders, toProblem } from './problem.js';

const charge = { amount: '9.99', currency: 'USD' };
const paramsOf = (code: ErrorCode) => {
  const schemas: Partial<Record<ErrorCode, z.ZodType>> = errorParams;
  const params = sampleOf(schemas[code] ?? z.object({})) as Record<string, unknown>;
  return 'charge' in params ? { ...params, charge } : params;
};
const errorOf = (code: ErrorCode): DomainError => fromWireError({ code, params: paramsOf(code) });
const inBoth = (error: DomainError) =>
  locales.map((locale) => toProblem(error, { locale, requestId: 'request-1' }));
const messages = (error: DomainError) => inBoth(error).map(({ message }) => message);

it.each(errorCodes)(
  '%s is a problem with a status of its kind, worded in both languages',
  (code) => {
    const [en, kn] = inBoth(errorOf(code));
    const expected = { code, requestId: 'request-1', params: paramsOf(code) };
    expect(problem.parse(en)).toMatchObject({ ...expected, status: errorStatus[code] });
    expect(errorStatus[code]).toBeGreaterThanOrEqual(400);
    expect(errorStatus[code]).toBeLessThan(504);
    for (const text of [en?.title, en?.message]) expect(text).toMatch(/^[A-Z][^{}]+$/);
    for (const text of [kn?.title, kn?.message]) {
      expect(text).toMatch(/[\u0c80-\u0cff]/);
      expect(text).not.toMatch(/[{}]|undefined/);
    }
    expect(kn?.type).toBe(en?.type);
  },
);

const limited = (retryAfter: number) => new DomainError('RATE_LIMITED', { retryAfter });
const tooLarge = (maxBytes: number) => new DomainError('IMAGE_TOO_LARGE', { maxBytes });
const HOUR_MS = 3_600_000;
const tooEarly = (milliseconds: number) =>
  new DomainError('ADDRESS_TOO_EARLY', {
    notBefore: new Date(Date.now() + milliseconds).toISOString(),
  });
const changed = (amount: string, currency: string) =>
  new DomainError('PRICE_CHANGED', { charge: { amount, currency } });

it.each<[error: DomainError, english: string, kannada: string]>([
  [limited(1), 'in 1 second.', '1 ಸೆಕೆಂಡಿನ ನಂತರ'],
  [limited(7), 'in 7 seconds.', '7 ಸೆಕೆಂಡುಗಳ ನಂತರ'],
  [limited(119), 'in 119 seconds.', '119 ಸೆಕೆಂಡುಗಳ ನಂತರ'],
  [limited(121), 'in 3 minutes.', '3 ನಿಮಿಷಗಳ ನಂತರ'],
  [tooEarly(72 * HOUR_MS), 'in 72 hours.', '72 ಗಂಟೆಗಳ ನಂತರ'],
  [new DomainError('PASSWORD_TOO_SHORT', { min: 6 }), 'at least 6 characters', '6'],
  [tooLarge(10_485_760), '10 MB', '10 MB'],
  [tooLarge(655_360), '640 KB', '640 KB'],
  [changed('9.99', 'USD'), 'it is now $9.99.', '$9.99'],
  [changed('799.00', 'INR'), 'it is now ₹799.', '₹799'],
])('wording of %s names %s, as people do', (error, ...parts) => {
  expect(messages(error)).toEqual(parts.map((part) => expect.stringContaining(part)));
});

it.each([
  [
    'access is missing',
    accessReasons.map((reason) => new DomainError('ACCESS_REQUIRED', { reason })),
  ],
  [
    'nothing is refunded',
    [new DomainError('NOT_REFUNDABLE'), new DomainError('NOT_REFUNDABLE', { part: 'rest' })],
  ],
  [
    'it is too much',
    quotaClasses
      .map((quota) => new DomainError('RATE_LIMITED', { retryAfter: 2_400, quota }))
      .concat(limited(2_400)),
  ],
])('wording says why %s', (_, errors) => {
  const all = errors.flatMap(messages);
  expect(new Set(all).size).toBe(2 * errors.length);
  expect(all.join(' ')).not.toContain('undefined');
});

it('wording is the same where no gateway responds and nginx answers', () => {
  const config = new URL('../../../infra/docker/edge/nginx.conf', import.meta.url);
  const nginx = readFileSync(config, 'utf8');
  for (const { title, message } of inBoth(errorOf('SERVICE_UNAVAILABLE')))
    expect(nginx).toContain(`"title":"${title}","message":"${message}"`);
});

it('headers of a problem say when, how and what else', () => {
  expect(problemHeaders(new DomainError('RATE_LIMITED', { retryAfter: 9 }))).toMatchObject({
    'retry-after': '9',
    'content-type': 'application/problem+json',
    'cache-control': 'no-store',
  });
  const notAllowed = new DomainError('METHOD_NOT_ALLOWED', { allow: ['GET', 'HEAD'] });
  expect(problemHeaders(notAllowed)['allow']).toBe('GET, HEAD');
  expect(problemHeaders(errorOf('INVALID_CREDENTIALS'))['www-authenticate']).toBe('Bearer');
  expect(problemHeaders(errorOf('FORBIDDEN'))).not.toHaveProperty('www-authenticate');
});

it('the status of a problem may be another one than that of its code', () => {
  const context = { locale: 'en', requestId: 'r', status: 431 } as const;
  expect(toProblem(errorOf('PAYLOAD_TOO_LARGE'), context).status).toBe(431);
});
