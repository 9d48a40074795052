import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  accessReasons,
  DomainError,
  errorCodes,
  fromWireError,
  locales,
  problem,
  quotaClasses,
  type ErrorCode,
  type ErrorParams,
} from '@ctdb/contracts';
import { problemHeaders, toProblem } from './problem.js';
import { errorStatus } from './status.js';

const params: { [C in ErrorCode]?: ErrorParams<C> } = {
  ACCESS_REQUIRED: { reason: 'ended' },
  VALIDATION_FAILED: { faults: [{ path: 'nameEn', code: 'REQUIRED' }] },
  NOT_FOUND: { kind: 'disease' },
  METHOD_NOT_ALLOWED: { allow: ['GET', 'HEAD'] },
  TREATMENT_EXISTS: { id: 'x' },
  VERSION_CONFLICT: { current: { id: 'x', version: 3 } },
  PAYLOAD_TOO_LARGE: { limit: 1_048_576 },
  IMAGE_TOO_LARGE: { maxBytes: 10_485_760 },
  IMAGE_TOO_MANY_PIXELS: { maxMegapixels: 40 },
  RANGE_NOT_SATISFIABLE: { size: 1_000 },
  RATE_LIMITED: { retryAfter: 7 },
  TOO_MANY_TRIES: { retryAfter: 300 },
  PASSWORD_TOO_SHORT: { min: 12 },
  SECOND_FACTOR_REQUIRED: { challenge: 'c', kinds: ['code'] },
  TRANSLATION_NOT_CONFIGURED: { glossary: [] },
  PRICE_CHANGED: { charge: { amount: '9.99', currency: 'USD' } },
  CURRENCY_NOT_SUPPORTED: { charge: { amount: '9.99', currency: 'USD' } },
  SERVICE_UNAVAILABLE: { retryAfter: 1 },
};
const errorOf = (code: ErrorCode): DomainError =>
  fromWireError({ code, params: { ...params[code] } });
const kannada = /[\u0c80-\u0cff]/;

describe.each(errorCodes)('%s', (code) => {
  const [en, kn] = locales.map((locale) =>
    toProblem(errorOf(code), { locale, requestId: 'request-1' }),
  );

  it('is a problem with a status of its kind', () => {
    expect(problem.parse(en)).toMatchObject({
      code,
      requestId: 'request-1',
      params: params[code] ?? {},
    });
    expect(en?.status).toBe(errorStatus[code]);
    expect(errorStatus[code]).toBeGreaterThanOrEqual(400);
    expect(errorStatus[code]).toBeLessThan(504);
  });

  it('is worded in both languages', () => {
    for (const text of [en?.title, en?.message]) expect(text).toMatch(/^[A-Z][^{}]+$/);
    for (const text of [kn?.title, kn?.message]) {
      expect(text).toMatch(kannada);
      expect(text).not.toMatch(/[{}]|undefined/);
    }
    expect(kn?.type).toBe(en?.type);
  });
});

describe('wording', () => {
  const message = (error: DomainError, locale: 'en' | 'kn') =>
    toProblem(error, { locale, requestId: 'r' }).message;

  it.each([
    [1, 'in 1 second.', '1 ಸೆಕೆಂಡಿನ ನಂತರ'],
    [7, 'in 7 seconds.', '7 ಸೆಕೆಂಡುಗಳ ನಂತರ'],
    [119, 'in 119 seconds.', '119 ಸೆಕೆಂಡುಗಳ ನಂತರ'],
    [121, 'in 3 minutes.', '3 ನಿಮಿಷಗಳ ನಂತರ'],
  ])('says when %d seconds are over', (retryAfter, english, inKannada) => {
    const error = new DomainError('RATE_LIMITED', { retryAfter });
    expect(message(error, 'en')).toContain(english);
    expect(message(error, 'kn')).toContain(inKannada);
  });

  it('says why access is missing', () => {
    const all = locales.flatMap((locale) =>
      accessReasons.map((reason) =>
        message(new DomainError('ACCESS_REQUIRED', { reason }), locale),
      ),
    );
    expect(new Set(all).size).toBe(all.length);
    expect(all.join(' ')).not.toContain('undefined');
  });

  it('says that the rest is too small to be refunded', () => {
    const rest = new DomainError('NOT_REFUNDABLE', { part: 'rest' });
    const all = locales.flatMap((locale) => [
      message(rest, locale),
      message(new DomainError('NOT_REFUNDABLE'), locale),
    ]);
    expect(new Set(all).size).toBe(all.length);
    expect(all[0]).toContain('so small a rest');
  });

  it('names the quota that is used up', () => {
    const retryAfter = 2_400;
    const all = locales.flatMap((locale) =>
      [undefined, ...quotaClasses].map((quota) =>
        message(new DomainError('RATE_LIMITED', { retryAfter, ...(quota && { quota }) }), locale),
      ),
    );
    expect(new Set(all).size).toBe(all.length);
    for (const text of all) expect(text).toContain('40');
  });

  it('names the limits', () => {
    const short = new DomainError('PASSWORD_TOO_SHORT', { min: 6 });
    expect(message(short, 'en')).toBe('Password must be at least 6 characters');
    expect(message(short, 'kn')).toContain('6');
    const large = new DomainError('IMAGE_TOO_LARGE', { maxBytes: 10_485_760 });
    expect(message(large, 'en')).toContain('10 MB');
    expect(message(large, 'kn')).toContain('10 MB');
    const small = new DomainError('IMAGE_TOO_LARGE', { maxBytes: 655_360 });
    expect(message(small, 'en')).toContain('640 KB');
  });

  it.each([
    ['9.99', 'USD', '$9.99'],
    ['799.00', 'INR', '₹799'],
  ])('writes %s %s as people do', (amount, currency, price) => {
    const changed = new DomainError('PRICE_CHANGED', { charge: { amount, currency } });
    expect(message(changed, 'en')).toBe(`The price has changed: it is now ${price}.`);
    expect(message(changed, 'kn')).toContain(price);
  });

  it('is the same where no gateway responds and nginx answers', () => {
    const config = new URL('../../../infra/docker/edge/nginx.conf', import.meta.url);
    for (const locale of locales) {
      const unavailable = toProblem(errorOf('SERVICE_UNAVAILABLE'), { locale, requestId: 'r' });
      const { title, message: text } = unavailable;
      expect(readFileSync(config, 'utf8')).toContain(`"title":"${title}","message":"${text}"`);
    }
  });
});

describe('headers of a problem', () => {
  it('say when, how and what else', () => {
    expect(problemHeaders(new DomainError('RATE_LIMITED', { retryAfter: 9 }))).toMatchObject({
      'retry-after': '9',
      'content-type': 'application/problem+json',
      'cache-control': 'no-store',
    });
    expect(problemHeaders(errorOf('METHOD_NOT_ALLOWED'))['allow']).toBe('GET, HEAD');
    expect(problemHeaders(errorOf('INVALID_CREDENTIALS'))['www-authenticate']).toBe('Bearer');
    expect(problemHeaders(errorOf('FORBIDDEN'))).not.toHaveProperty('www-authenticate');
  });

  it('leave the status of the code where another is asked for', () => {
    const context = { locale: 'en', requestId: 'r', status: 431 } as const;
    expect(toProblem(errorOf('PAYLOAD_TOO_LARGE'), context).status).toBe(431);
  });
});
