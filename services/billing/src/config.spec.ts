import { ConfigError } from '@ctdb/chassis';
import { describe, expect, it } from '@jest/globals';
import { loadConfig } from './config.js';

const base = {
  RABBITMQ_URL: 'amqp://localhost',
  MONGODB_URI: 'mongodb://localhost',
  MONGODB_DB: 'billing',
  REDIS_URL: 'redis://localhost',
  SERVICE_TOKEN_SECRET: 'abcdefghijklmnopqrstuvwxyz0123456789',
};

const faultsOf = (env: Record<string, string>): readonly string[] => {
  try {
    loadConfig({ ...base, ...env });
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
};

describe('configuration', () => {
  it('has the figures of the decisions where nothing is set', () => {
    const config = loadConfig(base);
    expect(config.firstAdministrator).toEqual({ username: 'admin', password: undefined });
    expect(config.session).toEqual({
      accessMs: 900_000,
      idleMs: 1_800_000,
      totalMs: 43_200_000,
      graceMs: 10_000,
    });
    expect(config).toMatchObject({ reconcileMs: 5_000, paymentLeaseMs: 12_000, paypal: undefined });
    expect(config.password).toMatchObject({ minLength: 6, hashesAtOnce: 2 });
    expect(config.throttle.pair).toMatchObject({ free: 5, firstMs: 1_000, longestMs: 900_000 });
  });

  it('takes an administrator whose password keeps the rules', () => {
    const env = { ADMIN_USERNAME: 'ಆಡಳಿತ', ADMIN_PASSWORD: 'tangerine-otter-47' };
    expect(loadConfig({ ...base, ...env }).firstAdministrator).toEqual({
      username: 'ಆಡಳಿತ',
      password: 'tangerine-otter-47',
    });
  });

  it.each([
    [{ ADMIN_PASSWORD: 'Zq7!v' }, 'ADMIN_PASSWORD: is shorter than PASSWORD_MIN_LENGTH'],
    [{ ADMIN_PASSWORD: 'password1' }, 'ADMIN_PASSWORD: is among the common passwords'],
    [
      { ADMIN_USERNAME: 'clinic-mysuru', ADMIN_PASSWORD: 'clinic-mysuru' },
      'ADMIN_PASSWORD: is among the common passwords',
    ],
    [
      { ADMIN_PASSWORD: 'tangerine', PASSWORD_MIN_LENGTH: '12' },
      'ADMIN_PASSWORD: is shorter than PASSWORD_MIN_LENGTH',
    ],
    [{ ADMIN_USERNAME: 'a\u0000b' }, 'ADMIN_USERNAME: must have 1 to 100 visible characters'],
  ])('refuses %j', (env, fault) => {
    expect(faultsOf(env)).toEqual([fault]);
  });

  it('lets the shortest password only grow', () => {
    expect(faultsOf({ PASSWORD_MIN_LENGTH: '5' })[0]).toMatch(/^PASSWORD_MIN_LENGTH: /);
    expect(faultsOf({ PASSWORD_MIN_LENGTH: '12' })).toEqual([]);
  });

  it('takes no lease under which a crash would be finished later than promised', () => {
    expect(faultsOf({ PAYMENT_LEASE_MS: '30000' })[0]).toMatch(/^PAYMENT_LEASE_MS: /);
  });

  it('never repeats a password in a fault', () => {
    expect(faultsOf({ ADMIN_PASSWORD: 'Zq7!v' }).join()).not.toContain('Zq7!v');
  });
});
