import { expect, it } from 'vitest';
import { isGstin, stateOf } from './gstin.js';

it.each(['27AAPFU0939F1ZV', '29AAGCB7383J1Z4'])('a tax number of India %s is right', (gstin) => {
  expect(isGstin(gstin)).toBe(true);
  expect(stateOf(gstin)).toBe(gstin.slice(0, 2));
});

it('a tax number of India with any one digit changed is wrong', () => {
  const gstin = '29AAGCB7383J1Z4';
  for (const [index, digit] of [...gstin].entries()) {
    const other = digit === '1' ? '2' : digit === 'A' ? 'B' : /\d/.test(digit) ? '1' : 'A';
    expect(isGstin(gstin.slice(0, index) + other + gstin.slice(index + 1))).toBe(false);
  }
});

it.each(['', '29aagcb7383j1z4', ' 29AAGCB7383J1Z4', '29AAGCB7383J1Z', '00AAGCB7383J1Z4'])(
  'a tax number of India %j is none',
  (text) => {
    expect(isGstin(text)).toBe(false);
  },
);
