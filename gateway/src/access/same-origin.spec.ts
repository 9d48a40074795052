import { describe, expect, it } from 'vitest';
import { isOwnPageGet, requireSameOrigin } from './same-origin.js';

const isOwn = (headers: Record<string, string>, publicOrigin?: string): boolean => {
  const request = { headers, protocol: 'http', host: '127.0.0.1:8080' } as const;
  try {
    requireSameOrigin(request, publicOrigin);
    return true;
  } catch {
    return false;
  }
};

describe('our own origin', () => {
  it('is the one that is configured, and no other', () => {
    const own = 'https://colours.example';
    expect(isOwn({ origin: own }, own)).toBe(true);
    expect(isOwn({ origin: 'http://127.0.0.1:8080' }, own)).toBe(false);
    expect(isOwn({ origin: 'https://colours.example.evil.example' }, own)).toBe(false);
    expect(isOwn({ origin: 'https://colours.example:8443' }, own)).toBe(false);
  });

  it('is the host that was asked where none is configured', () => {
    expect(isOwn({ origin: 'http://127.0.0.1:8080' })).toBe(true);
    expect(isOwn({ origin: 'https://127.0.0.1:8080' })).toBe(false);
    expect(isOwn({ origin: 'http://127.0.0.1' })).toBe(false);
    expect(isOwn({ origin: 'null' })).toBe(false);
    expect(isOwn({})).toBe(false);
  });

  it('is either where the configured one is this machine', () => {
    const own = 'http://localhost:8080';
    expect(isOwn({ origin: own }, own)).toBe(true);
    expect(isOwn({ origin: 'http://127.0.0.1:8080' }, own)).toBe(true);
    expect(isOwn({ origin: 'http://evil.example' }, own)).toBe(false);
    expect(isOwn({ origin: 'http://localhost:9000' }, own)).toBe(false);
    expect(isOwn({ origin: 'http://127.0.0.1:8080' }, 'http://localhost.evil.example')).toBe(false);
  });

  it('is what the browser calls the same origin', () => {
    expect(isOwn({ 'sec-fetch-site': 'same-origin' })).toBe(true);
    for (const site of ['same-site', 'cross-site', 'none', '']) {
      expect(isOwn({ 'sec-fetch-site': site })).toBe(false);
    }
  });
});

describe('a GET of our own pages', () => {
  const isOwnGet = (headers: Record<string, string>): boolean =>
    isOwnPageGet({ headers, protocol: 'http', host: '127.0.0.1:8080' }, undefined);

  it('is what the browser calls the same origin', () => {
    expect(isOwnGet({ 'sec-fetch-site': 'same-origin' })).toBe(true);
    const referer = 'http://127.0.0.1:8080/app';
    for (const site of ['same-site', 'cross-site', 'none'])
      expect(isOwnGet({ 'sec-fetch-site': site, referer })).toBe(false);
  });

  it('is one of our own page where the browser says no more', () => {
    expect(isOwnGet({ referer: 'http://127.0.0.1:8080/app?order=return' })).toBe(true);
    for (const referer of ['http://evil.example/?http://127.0.0.1:8080/', 'about:blank', ''])
      expect(isOwnGet({ referer })).toBe(false);
    expect(isOwnGet({})).toBe(false);
  });
});
