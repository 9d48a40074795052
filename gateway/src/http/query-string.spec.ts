import { expect, it } from 'vitest';
import fc from 'fast-check';
import { parseQueryString } from './query-string.js';

it('a query string is taken apart', () => {
  const { values, errors } = parseQueryString('search=a+b%26%E0%B2%AE&page=2&&flag&empty=&x=1=2');
  expect({ ...values }).toEqual({ search: 'a b&ಮ', page: '2', flag: '', empty: '', x: '1=2' });
  expect(errors).toEqual([]);
});

it.each([
  ['a=%FF', { path: 'a', code: 'BROKEN_UNICODE' }],
  ['%FF=1', { path: '%FF', code: 'BROKEN_UNICODE' }],
  ['a=%', { path: 'a', code: 'BROKEN_UNICODE' }],
  ['a=1&a=1', { path: 'a', code: 'TOO_MANY', params: { max: 1 } }],
  ['a=1&%61=2', { path: 'a', code: 'TOO_MANY', params: { max: 1 } }],
])('a query string %s has a fault', (text, fault) => {
  expect(parseQueryString(text).errors).toEqual([fault]);
});

it('a query string reaches no prototype', () => {
  const { values } = parseQueryString('__proto__=x&constructor=y&toString=z');
  expect(Object.keys(values)).toEqual(['__proto__', 'constructor', 'toString']);
  expect(Object.getPrototypeOf(values)).toBeNull();
});

it('a query string never throws, and reads back what a browser writes', () => {
  const text = fc.string({ unit: 'binary' });
  fc.assert(fc.property(text, (query) => void parseQueryString(query)));
  const dictionary = fc.dictionary(fc.string({ minLength: 1, unit: 'grapheme' }), fc.string());
  fc.assert(
    fc.property(dictionary, (record) => {
      const { values, errors } = parseQueryString(new URLSearchParams(record).toString());
      expect(errors).toEqual([]);
      expect(Object.entries(values)).toEqual(expect.arrayContaining(Object.entries(record)));
    }),
  );
});
