import { expect, it } from 'vitest';
import { z } from 'zod';
import {
  findPaymentsConfigError,
  paymentsEnv,
  paypalConfig,
  razorpayConfig,
} from './payments.config.js';

const schema = z.object(paymentsEnv);
const paypal = { PAYPAL_CLIENT_ID: 'client', PAYPAL_CLIENT_SECRET: 'secret' };
const razorpay = { RAZORPAY_KEY_ID: 'rzp_test_1', RAZORPAY_KEY_SECRET: 'secret' };
const live = { ...razorpay, RAZORPAY_KEY_ID: 'rzp_live_1' };
const simulator = 'http://127.0.0.1:18900';

it('the configuration of a provider is absent without its credentials', () => {
  expect(paypalConfig(schema.parse(razorpay))).toBeUndefined();
  expect(razorpayConfig(schema.parse(paypal))).toBeUndefined();
});

it.each([
  [paypal, 'sandbox', 'https://api-m.sandbox.paypal.com'],
  [{ ...paypal, PAYPAL_ENV: 'live' }, 'live', 'https://api-m.paypal.com'],
  [{ ...paypal, PAYPAL_BASE_URL: `${simulator}/` }, 'test', simulator],
  [razorpay, 'sandbox', 'https://api.razorpay.com'],
  [live, 'live', 'https://api.razorpay.com'],
  [{ ...razorpay, RAZORPAY_BASE_URL: simulator }, 'test', simulator],
])('the configuration of a provider with %j is in mode %s', (env, mode, baseUrl) => {
  const variables = schema.parse(env);
  const config = paypalConfig(variables) ?? razorpayConfig(variables);
  expect(config).toMatchObject({ mode, baseUrl });
});

it('the configuration of a provider names the product', () => {
  const names = { en: 'Clinic', kn: 'ಬಣ್ಣ ಚಿಕಿತ್ಸೆ' };
  const env = schema.parse({ ...paypal, PRODUCT_NAME_EN: 'Clinic' });
  expect(paypalConfig(env)?.productName).toEqual(names);
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
])('the configuration of a provider lets the simulator be at %s: %s', (url, isAllowed) => {
  expect(schema.safeParse({ PAYPAL_BASE_URL: url }).success).toBe(isAllowed);
});

it.each([
  [{}, undefined],
  [{ ...paypal, ...razorpay }, undefined],
  [{ ...paypal, PAYPAL_ENV: 'live', ...live }, undefined],
  [{ ...paypal, PAYPAL_ENV: 'live', PAYPAL_BASE_URL: simulator }, 'PAYPAL_BASE_URL'],
  [{ ...live, RAZORPAY_BASE_URL: simulator }, 'RAZORPAY_BASE_URL'],
  [{ PAYPAL_CLIENT_ID: 'client' }, 'PAYPAL_CLIENT_SECRET'],
  [{ PAYPAL_CLIENT_SECRET: 'secret' }, 'PAYPAL_CLIENT_ID'],
  [{ RAZORPAY_KEY_ID: 'rzp_test_1' }, 'RAZORPAY_KEY_SECRET'],
  [{ RAZORPAY_KEY_SECRET: 'secret' }, 'RAZORPAY_KEY_ID'],
  // Test payments beside real ones.
  [{ ...paypal, PAYPAL_ENV: 'live', ...razorpay }, 'RAZORPAY_KEY_ID'],
  [{ ...paypal, ...live }, 'RAZORPAY_KEY_ID'],
])('the configuration of the providers %j has a fault in %s', (env, path) => {
  expect(findPaymentsConfigError(schema.parse(env))?.path).toBe(path);
});
