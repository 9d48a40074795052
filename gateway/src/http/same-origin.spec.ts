import { describe, expect, it } from 'vitest';
import { isOwnPageGet, requireSameOrigin } from './same-origin.js';

const ASKED = 'http://127.0.0.1:8080';
const PUBLIC = 'https://colours.example';
const LOCAL = 'http://localhost:8080';
const STRANGER = 'http://localhost.evil.example';

const requestWith = (headers: Record<string, string>) =>
  ({ headers, protocol: 'http', host: '127.0.0.1:8080' }) as const;
const isOwn = (headers: Record<string, string>, publicOrigin?: string): boolean => {
  try {
    requireSameOrigin(requestWith(headers), publicOrigin);
    return true;
  } catch {
    return false;
  }
};

describe('our own origin', () => {
  it.each([
    ['the one that is configured', PUBLIC, [PUBLIC]],
    ['the host that was asked where none is configured', undefined, [ASKED]],
    ['either where the configured one is this machine', LOCAL, [LOCAL, ASKED]],
    ['not the asked one where the configured name begins like this machine', STRANGER, []],
  ])('is %s', (_, publicOrigin, own) => {
    const origins = [
      ...[PUBLIC, ASKED, LOCAL, 'https://colours.example.evil.example', `${PUBLIC}:8443`, 'null'],
      ...['https://127.0.0.1:8080', 'http://127.0.0.1', 'http://localhost:9000'],
    ];
    expect(origins.filter((origin) => isOwn({ origin }, publicOrigin)).sort()).toEqual(own.sort());
    expect(isOwn({}, publicOrigin)).toBe(false);
  });

  it('is what the browser calls the same origin', () => {
    const sites = ['same-origin', 'same-site', 'cross-site', 'none', ''];
    expect(sites.filter((site) => isOwn({ 'sec-fetch-site': site }))).toEqual(['same-origin']);
  });
});

describe('a GET of our own pages', () => {
  const isOwnGet = (headers: Record<string, string>): boolean =>
    isOwnPageGet(requestWith(headers), undefined);

  it('is what the browser calls the same origin', () => {
    expect(isOwnGet({ 'sec-fetch-site': 'same-origin' })).toBe(true);
    for (const site of ['same-site', 'cross-site', 'none'])
      expect(isOwnGet({ 'sec-fetch-site': site, referer: `${ASKED}/app` })).toBe(false);
  });

  it('is one of our own page where the browser says no more', () => {
    expect(isOwnGet({ referer: `${ASKED}/app?order=return` })).toBe(true);
    for (const referer of [`http://evil.example/?${ASKED}/`, 'about:blank', ''])
      expect(isOwnGet({ referer })).toBe(false);
    expect(isOwnGet({})).toBe(false);
  });
});
