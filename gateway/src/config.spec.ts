import { describe, expect, it } from 'vitest';
import { loadGatewayConfig } from './config.js';

const load = (env: Record<string, string>) =>
  loadGatewayConfig({ AUDIT_HASH_KEY: 'k'.repeat(32), ...env });

const faultsOf = (env: Record<string, string>): string => {
  try {
    load(env);
    return '';
  } catch (error) {
    return String(error);
  }
};

describe('the environment', () => {
  it('may be empty but for the key of hashes', () => {
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

  it('trusts the configured number of proxies, and no more', () => {
    const { TRUST_PROXY: trusts } = load({ TRUST_PROXY: '2' });
    if (typeof trusts !== 'function') throw new Error('a number of hops is a function');
    expect([0, 1, 2, 3].map((hop) => trusts('203.0.113.1', hop))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    const { TRUST_PROXY: none } = load({});
    expect(typeof none === 'function' && none('127.0.0.1', 0)).toBe(false);
  });

  it.each(['10.0.0.0/8', '127.0.0.1, ::1', '2001:db8::/32', 'loopback,uniquelocal'])(
    'trusts the proxies %s',
    (value) => {
      const { TRUST_PROXY } = load({ TRUST_PROXY: value });
      expect(TRUST_PROXY).toEqual(value.split(/, ?/));
    },
  );

  it.each(['true', '10', '10.0.0.0/33', '10.0.0.0/8/8', 'proxy.example', '1,'])(
    'refuses to trust %s',
    (value) => {
      expect(faultsOf({ TRUST_PROXY: value })).toMatch(/TRUST_PROXY/);
    },
  );

  it.each(['example.org', 'ftp://example.org', 'https://example.org/', 'https://example.org/app'])(
    'has no origin %s',
    (value) => {
      expect(faultsOf({ PUBLIC_ORIGIN: value })).toMatch(/PUBLIC_ORIGIN/);
    },
  );

  it('takes an origin with a port', () => {
    const origin = 'https://example.org:8443';
    expect(load({ PUBLIC_ORIGIN: origin }).PUBLIC_ORIGIN).toBe(origin);
  });

  it('needs a key of hashes', () => {
    expect(faultsOf({ AUDIT_HASH_KEY: 'short' })).toMatch(/AUDIT_HASH_KEY/);
    expect(() => loadGatewayConfig({})).toThrow(/AUDIT_HASH_KEY/);
  });

  it('may raise the shortest password, and not lower it', () => {
    expect(load({ PASSWORD_MIN_LENGTH: '12' }).PASSWORD_MIN_LENGTH).toBe(12);
    expect(faultsOf({ PASSWORD_MIN_LENGTH: '5' })).toMatch(/PASSWORD_MIN_LENGTH/);
  });
});
