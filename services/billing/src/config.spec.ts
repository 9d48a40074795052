import { ConfigError } from '@ctdb/chassis';
import { newTokenKeys } from '@ctdb/chassis/testing';
import { describe, expect, it } from 'vitest';
import { loadConfig } from './config.js';

const base = {
  RABBITMQ_URL: 'amqp://localhost',
  MONGODB_URI: 'mongodb://localhost',
  MONGODB_DB: 'billing',
  REDIS_URL: 'redis://localhost',
  SERVICE_TOKEN_PUBLIC_KEYS: newTokenKeys().SERVICE_TOKEN_PUBLIC_KEYS,
};

const faultsOf = (env: Record<string, string>): readonly string[] => {
  try {
    loadConfig({ ...base, ...env });
  } catch (error) {
    if (error instanceof ConfigError) return error.errors;
    throw error;
  }
  return [];
};

describe('configuration', () => {
  it('has the figures of the decisions where nothing is set', () => {
    const config = loadConfig(base);
    expect(config.firstAdministrator).toEqual({
      username: 'admin',
      password: undefined,
      isGenerated: false,
    });
    expect(config.secondFactor).toMatchObject({ isRequired: false, relyingParty: undefined });
    expect(config.session).toEqual({
      accessMs: 900_000,
      idleMs: 1_800_000,
      totalMs: 43_200_000,
      graceMs: 10_000,
    });
    expect(config).toMatchObject({ reconcileMs: 5_000, paymentLeaseMs: 12_000, paypal: undefined });
    expect(config.password).toMatchObject({ minLength: 6, hashesAtOnce: 2 });
    expect(config.throttle.pair).toMatchObject({
      freeAttempts: 5,
      initialDelayMs: 1_000,
      maxDelayMs: 900_000,
    });
  });

  it('takes an administrator whatever the password: that is judged where it is needed', () => {
    const env = { ADMIN_USERNAME: 'ಆಡಳಿತ', ADMIN_PASSWORD: 'tangerine', PASSWORD_MIN_LENGTH: '12' };
    const { firstAdministrator, password } = loadConfig({ ...base, ...env });
    expect(firstAdministrator).toMatchObject({ username: 'ಆಡಳಿತ', password: 'tangerine' });
    expect(password.minLength).toBe(12);
  });

  it('takes real payments of one provider beside none of another', () => {
    const paypal = { PAYPAL_CLIENT_ID: 'client', PAYPAL_CLIENT_SECRET: 'secret' };
    const razorpay = (key: string) => ({ RAZORPAY_KEY_ID: key, RAZORPAY_KEY_SECRET: 'secret' });
    expect(faultsOf({ ...paypal, ...razorpay('rzp_test_1') })).toEqual([]);
    expect(faultsOf(razorpay('rzp_live_1'))).toEqual([]);
    expect(faultsOf({ ...paypal, PAYPAL_ENV: 'live', ...razorpay('rzp_live_1') })).toEqual([]);
    for (const mixed of [
      { ...paypal, PAYPAL_ENV: 'live', ...razorpay('rzp_test_1') },
      { ...paypal, ...razorpay('rzp_live_1') },
    ])
      expect(faultsOf(mixed)).toEqual([expect.stringContaining('RAZORPAY_KEY_ID')]);
  });

  it.each([
    ['https://clinic.example', { origin: 'https://clinic.example', id: 'clinic.example' }],
    ['http://localhost:8080', { origin: 'http://localhost:8080', id: 'localhost' }],
    ['http://192.0.2.4:8080', undefined],
    ['http://[::1]:8080', undefined],
  ])('has passkeys belong to the host of %s', (PUBLIC_ORIGIN, relyingParty) => {
    const { secondFactor } = loadConfig({ ...base, PUBLIC_ORIGIN });
    expect(secondFactor.relyingParty).toEqual(relyingParty);
  });

  it('refuses a name that cannot be seen', () => {
    expect(faultsOf({ ADMIN_USERNAME: 'a\u0000b' })).toEqual([
      'ADMIN_USERNAME: must have 1 to 100 visible characters',
    ]);
  });

  it('lets the shortest password only grow', () => {
    expect(faultsOf({ PASSWORD_MIN_LENGTH: '5' })[0]).toMatch(/^PASSWORD_MIN_LENGTH: /);
    expect(faultsOf({ PASSWORD_MIN_LENGTH: '12' })).toEqual([]);
  });

  it('takes no lease under which a crash would be finished later than promised', () => {
    expect(faultsOf({ PAYMENT_LEASE_MS: '30000' })[0]).toMatch(/^PAYMENT_LEASE_MS: /);
  });

  it('takes a tax number that is right, with the seller that it belongs to', () => {
    const seller = { SELLER_NAME: 'Clinic', SELLER_ADDRESS: '12 MG Road, Bengaluru' };
    const gstin = '29AAGCB7383J1Z4';
    expect(loadConfig({ ...base, ...seller, SELLER_GSTIN: gstin }).receipts).toEqual({
      seller: { name: 'Clinic', address: '12 MG Road, Bengaluru', gstin },
      ratePercent: 18,
      serviceCode: '998439',
    });
    expect(faultsOf({ ...seller, SELLER_GSTIN: '29AAGCB7383J1Z5' })[0]).toMatch(/^SELLER_GSTIN: /);
    expect(faultsOf({ SELLER_GSTIN: gstin })[0]).toMatch(/^SELLER_NAME: /);
    expect(faultsOf({ ...seller, SELLER_ADDRESS: '', SELLER_GSTIN: gstin })[0]).toMatch(
      /^SELLER_ADDRESS: /,
    );
  });

  it('never repeats a password in a fault', () => {
    const long = 'Zq7!v'.repeat(60);
    const faults = faultsOf({ ADMIN_PASSWORD: long });
    expect(faults[0]).toMatch(/^ADMIN_PASSWORD: /);
    expect(faults.join()).not.toContain('Zq7!v');
  });
});
