import { expect, it } from 'vitest';
import { z } from 'zod';
import { paypalConfig, paypalEnv, findPayPalConfigError } from './paypal.config.js';

const schema = z.object(paypalEnv);
const config = (env: Partial<Record<string, string>>) => paypalConfig(schema.parse(env));
const credentials = { PAYPAL_CLIENT_ID: 'client', PAYPAL_CLIENT_SECRET: 'secret' };

it.each([{}, { PAYPAL_CLIENT_ID: '', PAYPAL_CLIENT_SECRET: '' }])(
  'takes no payments with %j',
  (env) => {
    expect(config(env)).toBeUndefined();
  },
);

it.each([
  [{}, 'sandbox', 'https://api-m.sandbox.paypal.com'],
  [{ PAYPAL_ENV: 'live' }, 'live', 'https://api-m.paypal.com'],
  [{ PAYPAL_BASE_URL: 'http://127.0.0.1:18900/' }, 'test', 'http://127.0.0.1:18900'],
])('the configuration of PayPal with %j is in mode %s', (env, mode, baseUrl) => {
  expect(config({ ...credentials, ...env })).toMatchObject({ mode, baseUrl });
});

it('the configuration of PayPal names the product', () => {
  const names = { en: 'Color Therapy', kn: 'ಬಣ್ಣ ಚಿಕಿತ್ಸೆ' };
  expect(config({ ...credentials, PRODUCT_NAME_EN: '' })?.productName).toEqual(names);
  const clinic = { ...credentials, PRODUCT_NAME_EN: 'Clinic' };
  expect(config(clinic)?.productName).toEqual({ ...names, en: 'Clinic' });
});

it.each([
  ['http://localhost:1', true],
  ['http://paypal-sandbox:18900', true],
  ['http://10.1.2.3', true],
  ['http://[::1]:1', true],
  ['https://api-m.paypal.com', false],
  ['https://paypal.com.attacker.example', false],
  ['http://8.8.8.8', false],
  ['http://127.0.0.1.attacker.example', false],
  ['http://127.0.0.1:1/path', false],
  ['ftp://localhost', false],
  ['http://user:pass@localhost', false],
  ['nonsense', false],
])('the configuration of PayPal lets the simulator be at %s: %s', (PAYPAL_BASE_URL, isAllowed) => {
  expect(schema.safeParse({ PAYPAL_BASE_URL }).success).toBe(isAllowed);
});

it.each([
  [{ ...credentials, PAYPAL_ENV: 'live' }, undefined],
  [
    { ...credentials, PAYPAL_ENV: 'live', PAYPAL_BASE_URL: 'http://127.0.0.1:18900' },
    'PAYPAL_BASE_URL',
  ],
  [{ PAYPAL_CLIENT_ID: 'client' }, 'PAYPAL_CLIENT_SECRET'],
  [{ PAYPAL_CLIENT_SECRET: 'secret' }, 'PAYPAL_CLIENT_ID'],
  [credentials, undefined],
  [{}, undefined],
])('the configuration of PayPal %j has a fault in %s', (env, path) => {
  expect(findPayPalConfigError(schema.parse(env))?.path).toBe(path);
});
