import { describe, expect, it } from '@jest/globals';
import { newReceiptCode } from './receipt-code.js';

describe('receipt codes', () => {
  const codes = Array.from({ length: 2_000 }, newReceiptCode);

  it('are four groups of four unambiguous letters', () => {
    for (const code of codes)
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  });

  it('do not repeat, and use the whole alphabet', () => {
    expect(new Set(codes).size).toBe(codes.length);
    expect(new Set(codes.join('').replaceAll('-', '')).size).toBe(32);
  });
});
