import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadConfig } from './config.ts';

it('the configuration listens on this machine only by default', () => {
  expect(loadConfig({})).toEqual({
    host: '127.0.0.1',
    port: 18_900,
    dataFolder: '.data/paypal-sandbox',
    origin: undefined,
    pageOrigin: undefined,
    accounts: [],
  });
});

it('the configuration may know an account with its webhook from the start', () => {
  const [paypal, razorpay] = ['paypal', 'razorpay'].map((name) => `http://shop.example/${name}`);
  const env = {
    PAYPAL_SANDBOX_CLIENT_ID: 'id',
    PAYPAL_SANDBOX_CLIENT_SECRET: 'secret',
    PAYPAL_SANDBOX_WEBHOOK_URL: paypal,
    PAYPAL_SANDBOX_RAZORPAY_KEY_ID: 'key',
    PAYPAL_SANDBOX_RAZORPAY_WEBHOOK_URL: razorpay,
  };
  expect(loadConfig({ ...env, PAYPAL_SANDBOX_CLIENT_SECRET: '' }).accounts).toEqual([]);
  const clientSecret = 'secret';
  expect(loadConfig(env).accounts).toEqual([
    { clientId: 'id', clientSecret, webhookUrl: paypal },
    { clientId: 'key', clientSecret, webhookUrl: razorpay },
  ]);
});

it('the configuration takes the secret from a file, where no variable has it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-config-'));
  const file = join(folder, 'client-secret');
  writeFileSync(file, 'from the file\n');
  const env = { PAYPAL_SANDBOX_CLIENT_ID: 'id', PAYPAL_SANDBOX_CLIENT_SECRET_FILE: file };
  expect(loadConfig(env).accounts[0]?.clientSecret).toBe('from the file');
  const both = { ...env, PAYPAL_SANDBOX_CLIENT_SECRET: 'its own' };
  expect(loadConfig(both).accounts[0]?.clientSecret).toBe('its own');
  rmSync(folder, { recursive: true });
  expect(() => loadConfig(env)).toThrow('ENOENT');
});

it('the configuration refuses what it cannot use', () => {
  expect(() => loadConfig({ PAYPAL_SANDBOX_PORT: 'many' })).toThrow();
  expect(() => loadConfig({ PAYPAL_SANDBOX_ORIGIN: 'here' })).toThrow('must be an address');
});
