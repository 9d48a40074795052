import { expect, it } from 'vitest';
import { loadGatewayConfig } from './config.js';

const load = (env: Record<string, string>) =>
  loadGatewayConfig({ AUDIT_HASH_KEY: 'k'.repeat(32), ...env });

it('the environment may be empty but for the key of hashes', () => {
  const config = load({});
  expect(config).toMatchObject({
    HOST: '127.0.0.1',
    PORT: 8080,
    PRODUCT_NAME_EN: 'Color Therapy',
    PRODUCT_NAME_KN: 'ಬಣ್ಣ ಚಿಕಿತ್ಸೆ',
    SITE_DOMAIN: 'colour-therapy.example',
    PASSWORD_MIN_LENGTH: 6,
    RATE_ANONYMOUS: 600,
    RATE_SIGNED_IN: 1_200,
    RATE_SIGN_IN: 30,
  });
  expect(config.PUBLIC_ORIGIN).toBeUndefined();
  expect(config.WEB_DIST).toMatch(/\/web\/dist$/);
});

it('the environment trusts the configured number of proxies, and no more', () => {
  const { TRUST_PROXY: trusts } = load({ TRUST_PROXY: '2' });
  if (typeof trusts !== 'function') throw new Error('a number of hops is a function');
  const trusted = [0, 1, 2, 3].filter((hop) => trusts('203.0.113.1', hop));
  expect(trusted).toEqual([0, 1]);
  const { TRUST_PROXY: none } = load({});
  expect(typeof none === 'function' && none('127.0.0.1', 0)).toBe(false);
});

it.each(['10.0.0.0/8', '127.0.0.1, ::1', '2001:db8::/32', 'loopback,uniquelocal'])(
  'the environment trusts the proxies %s',
  (value) => {
    expect(load({ TRUST_PROXY: value }).TRUST_PROXY).toEqual(value.split(/, ?/));
  },
);

it('the environment takes an origin with a port, and a higher shortest password', () => {
  const env = { PUBLIC_ORIGIN: 'https://example.org:8443', PASSWORD_MIN_LENGTH: '12' };
  expect(load(env)).toMatchObject({ ...env, PASSWORD_MIN_LENGTH: 12 });
});

it.each<[name: string, value: string]>([
  ...['true', '10', '10.0.0.0/33', '10.0.0.0/8/8', 'proxy.example', '1,'].map(
    (value): [string, string] => ['TRUST_PROXY', value],
  ),
  ['PUBLIC_ORIGIN', 'example.org'],
  ['PUBLIC_ORIGIN', 'ftp://example.org'],
  ['PUBLIC_ORIGIN', 'https://example.org/'],
  ['PUBLIC_ORIGIN', 'https://example.org/app'],
  ['PASSWORD_MIN_LENGTH', '5'],
  ['AUDIT_HASH_KEY', 'short'],
  ['AUDIT_HASH_KEY', ''],
])('the environment refuses %s=%s', (name, value) => {
  expect(() => load({ [name]: value })).toThrow(name);
});
