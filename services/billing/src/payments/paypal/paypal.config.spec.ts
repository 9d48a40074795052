import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { paypalConfig, paypalEnv, findPayPalConfigError } from './paypal.config.js';

const schema = z.object(paypalEnv);
const config = (env: Partial<Record<string, string>>) => paypalConfig(schema.parse(env));
const credentials = { PAYPAL_CLIENT_ID: 'client', PAYPAL_CLIENT_SECRET: 'secret' };

describe('the configuration of PayPal', () => {
  it.each([{}, { PAYPAL_CLIENT_ID: '', PAYPAL_CLIENT_SECRET: '', PAYPAL_ENV: '' }])(
    'takes no payments without credentials: %j',
    (env) => {
      expect(config(env)).toBeUndefined();
    },
  );

  it('uses the sandbox unless real payments are configured', () => {
    expect(config(credentials)).toMatchObject({
      mode: 'sandbox',
      baseUrl: 'https://api-m.sandbox.paypal.com',
    });
    expect(config({ ...credentials, PAYPAL_ENV: 'live' })).toMatchObject({
      mode: 'live',
      baseUrl: 'https://api-m.paypal.com',
    });
  });

  it('names the product', () => {
    const names = { en: 'Color Therapy', kn: 'ಬಣ್ಣ ಚಿಕಿತ್ಸೆ' };
    expect(config({ ...credentials, PRODUCT_NAME_EN: '' })?.productName).toEqual(names);
    const clinic = { ...credentials, PRODUCT_NAME_EN: 'Clinic' };
    expect(config(clinic)?.productName).toEqual({ ...names, en: 'Clinic' });
  });

  it('with an address is a test', () => {
    const env = { ...credentials, PAYPAL_BASE_URL: 'http://127.0.0.1:18900/' };
    expect(config(env)).toMatchObject({ mode: 'test', baseUrl: 'http://127.0.0.1:18900' });
  });

  it.each([
    'http://localhost:1',
    'http://paypal-sandbox:18900',
    'http://10.1.2.3',
    'http://[::1]:1',
  ])('lets the simulator be at %s', (address) => {
    expect(config({ ...credentials, PAYPAL_BASE_URL: address })?.mode).toBe('test');
  });

  it.each([
    'https://api-m.paypal.com',
    'https://paypal.com.attacker.example',
    'http://8.8.8.8',
    'http://127.0.0.1.attacker.example',
    'http://127.0.0.1:1/path',
    'ftp://localhost',
    'http://user:pass@localhost',
    'nonsense',
  ])('does not let it be at %s', (address) => {
    expect(schema.safeParse({ PAYPAL_BASE_URL: address }).success).toBe(false);
  });

  it('takes no test payments where real ones are meant', () => {
    const faultOf = (env: Record<string, string>) => findPayPalConfigError(schema.parse(env))?.path;
    const live = { ...credentials, PAYPAL_ENV: 'live' };
    expect(faultOf(live)).toBeUndefined();
    expect(faultOf({ ...live, PAYPAL_BASE_URL: 'http://127.0.0.1:18900' })).toBe('PAYPAL_BASE_URL');
  });

  it('needs id and secret together', () => {
    const faultOf = (env: Record<string, string>) => findPayPalConfigError(schema.parse(env))?.path;
    expect(faultOf({ PAYPAL_CLIENT_ID: 'client' })).toBe('PAYPAL_CLIENT_SECRET');
    expect(faultOf({ PAYPAL_CLIENT_SECRET: 'secret' })).toBe('PAYPAL_CLIENT_ID');
    expect(faultOf(credentials)).toBeUndefined();
    expect(faultOf({})).toBeUndefined();
  });
});
