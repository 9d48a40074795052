import { describe, expect, it } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import { requireOwnOrigin } from './own-origin.js';

const isOwn = (headers: Record<string, string>, publicOrigin?: string): boolean => {
  const request = { headers, protocol: 'http', host: 'localhost:8080' } as FastifyRequest;
  try {
    requireOwnOrigin(request, publicOrigin);
    return true;
  } catch {
    return false;
  }
};

describe('our own origin', () => {
  it('is the one that is configured, and no other', () => {
    const own = 'https://colours.example';
    expect(isOwn({ origin: own }, own)).toBe(true);
    expect(isOwn({ origin: 'http://localhost:8080' }, own)).toBe(false);
    expect(isOwn({ origin: 'https://colours.example.evil.example' }, own)).toBe(false);
    expect(isOwn({ origin: 'https://colours.example:8443' }, own)).toBe(false);
  });

  it('is the host that was asked where none is configured', () => {
    expect(isOwn({ origin: 'http://localhost:8080' })).toBe(true);
    expect(isOwn({ origin: 'https://localhost:8080' })).toBe(false);
    expect(isOwn({ origin: 'http://localhost' })).toBe(false);
    expect(isOwn({ origin: 'null' })).toBe(false);
    expect(isOwn({})).toBe(false);
  });

  it('is what the browser calls the same origin', () => {
    expect(isOwn({ 'sec-fetch-site': 'same-origin' })).toBe(true);
    for (const site of ['same-site', 'cross-site', 'none', '']) {
      expect(isOwn({ 'sec-fetch-site': site })).toBe(false);
    }
  });
});
