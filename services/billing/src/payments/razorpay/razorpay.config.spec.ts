import { expect, it } from 'vitest';
import { z } from 'zod';
import { findRazorpayConfigError, razorpayConfig, razorpayEnv } from './razorpay.config.js';

const schema = z.object(razorpayEnv);
const config = (env: Partial<Record<string, string>>) => razorpayConfig(schema.parse(env));
const faultOf = (env: Partial<Record<string, string>>) =>
  findRazorpayConfigError(schema.parse(env))?.path;
const credentials = { RAZORPAY_KEY_ID: 'rzp_test_1', RAZORPAY_KEY_SECRET: 'secret' };
const live = { ...credentials, RAZORPAY_KEY_ID: 'rzp_live_1' };
const simulator = { RAZORPAY_BASE_URL: 'http://127.0.0.1:18900' };

it('the configuration of Razorpay is absent without credentials', () => {
  expect(config({})).toBeUndefined();
  expect(config({ RAZORPAY_KEY_ID: '', RAZORPAY_KEY_SECRET: '' })).toBeUndefined();
});

it('the configuration of Razorpay takes real payments with a live key alone', () => {
  const own = { baseUrl: 'https://api.razorpay.com' };
  expect(config(credentials)).toMatchObject({ mode: 'sandbox', ...own });
  expect(config(live)).toMatchObject({ mode: 'live', ...own });
  expect(config({ ...credentials, ...simulator })).toMatchObject({ mode: 'test' });
});

it('the configuration of Razorpay takes no test payments where real ones are meant, nor half of the credentials', () => {
  expect(faultOf({ ...live, ...simulator })).toBe('RAZORPAY_BASE_URL');
  expect(faultOf({ RAZORPAY_KEY_ID: 'rzp_test_1' })).toBe('RAZORPAY_KEY_SECRET');
  expect(faultOf({ RAZORPAY_KEY_SECRET: 'secret' })).toBe('RAZORPAY_KEY_ID');
  expect([faultOf({}), faultOf(credentials), faultOf(live)]).toEqual(Array(3).fill(undefined));
});
