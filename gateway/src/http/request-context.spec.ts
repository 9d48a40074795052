import { expect, it } from 'vitest';
import { negotiateLocale } from './request-context.js';

it.each([
  [undefined, 'en'],
  ['', 'en'],
  ['en', 'en'],
  ['kn', 'kn'],
  ['KN-in', 'kn'],
  ['kn-IN,kn;q=0.9,en;q=0.8', 'kn'],
  ['en;q=0.8,kn;q=0.9', 'kn'],
  ['en,kn', 'en'],
  ['kn;q=0,en;q=0.1', 'en'],
  ['kn;q=0', 'en'],
  ['hi, *;q=0.5, kn;q=0.4', 'en'],
  ['kn;q=x,en;q=0.1', 'en'],
  ['knx', 'en'],
])('the language of a reader %s → %s', (header, locale) => {
  expect(negotiateLocale(header)).toBe(locale);
});
