import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';

describe('the configuration', () => {
  it('listens on this machine only by default', () => {
    expect(loadConfig({})).toEqual({
      host: '127.0.0.1',
      port: 18_900,
      dataFolder: '.data/paypal-sandbox',
      origin: undefined,
      pageOrigin: undefined,
      accounts: [],
    });
  });

  it('may know an account with its webhook from the start', () => {
    const env = {
      PAYPAL_SANDBOX_CLIENT_ID: 'id',
      PAYPAL_SANDBOX_CLIENT_SECRET: 'secret',
      PAYPAL_SANDBOX_WEBHOOK_ID: 'HOOK',
      PAYPAL_SANDBOX_WEBHOOK_URL: 'http://127.0.0.1:8080/paypal/webhook',
    };
    const paypal = {
      clientId: 'id',
      clientSecret: 'secret',
      webhook: { id: 'HOOK', url: 'http://127.0.0.1:8080/paypal/webhook' },
    };
    expect(loadConfig({ ...env, PAYPAL_SANDBOX_CLIENT_SECRET: '' }).accounts).toEqual([]);
    const url = 'http://127.0.0.1:8080/razorpay/webhook';
    const both = {
      ...env,
      PAYPAL_SANDBOX_RAZORPAY_KEY_ID: 'key',
      PAYPAL_SANDBOX_RAZORPAY_WEBHOOK_URL: url,
    };
    expect(loadConfig(both).accounts).toEqual([
      paypal,
      {
        clientId: 'key',
        clientSecret: 'secret',
        webhook: { id: 'RAZORPAY', url, secret: 'secret' },
      },
    ]);
  });

  it('takes the secret from a file, where no variable has it', () => {
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

  it('refuses what it cannot use', () => {
    expect(() => loadConfig({ PAYPAL_SANDBOX_PORT: 'many' })).toThrow();
    expect(() => loadConfig({ PAYPAL_SANDBOX_ORIGIN: 'here' })).toThrow('must be an address');
  });
});
