import { expect, it } from 'vitest';
import { negotiateEncoding } from './compressible-body.js';

it.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['GZIP', 'gzip'],
  ['*', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['gzip;q=0, br;q=0', undefined],
  ['gzip;q=nonsense', undefined],
])('the encoding that a client likes best %s → %s', (header, encoding) => {
  expect(negotiateEncoding(header)).toBe(encoding);
});
