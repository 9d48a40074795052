import { describe, expect, it } from '@jest/globals';
import { hashToken, newToken } from './tokens.js';

describe('tokens', () => {
  it('are 256 bits, fit for a header and a cookie, and never repeat', () => {
    const tokens = Array.from({ length: 1_000 }, newToken);
    for (const token of tokens) {
      expect(token).toMatch(/^[\w-]{43}$/);
      expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    }
    expect(new Set(tokens).size).toBe(1_000);
  });

  it('are hashed with SHA-256', () => {
    expect(hashToken('abc')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });
});
