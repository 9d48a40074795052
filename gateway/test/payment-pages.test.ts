import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { testEnv } from '@ctdb/chassis/testing';
import { GatewayUnderTest, unlimited } from './support/gateway-under-test.js';

const folder = mkdtempSync(join(tmpdir(), 'ctdb-payment-pages-'));
const env = testEnv({ ...unlimited, WEB_DIST: folder, PAYPAL_CLIENT_ID: 'a-client' });
const html = '<!doctype html><html><head><title>Colours</title></head><body></body></html>';

mkdirSync(join(folder, 'assets'));
writeFileSync(join(folder, 'index.html'), html);
const gateway = await GatewayUnderTest.start(env);
afterAll(() => rmSync(folder, { recursive: true }));

const get = (path: string) => gateway.call(path, { headers: { accept: 'text/html' } });
const policyOf = (header: unknown) => String(header);

describe('with PayPal’s own client', () => {
  it.each(['/hourly-access', '/subscribe', '/payment', '/hourly-access?order=return&token=A1'])(
    '%s may load PayPal and Google Pay, by a nonce of its own',
    async (path) => {
      const [first, second] = [await get(path), await get(path)];
      const nonceOf = (text: string) =>
        /<meta name="csp-nonce" content="([\w-]{22})" \/>/.exec(text)?.[1];
      const nonce = nonceOf(first.text);
      expect(nonce).toBeDefined();
      expect(nonceOf(second.text)).not.toBe(nonce);
      const policy = policyOf(first.headers['content-security-policy']);
      expect(policy).toContain(
        `script-src 'self' 'nonce-${nonce}' https://*.paypal.com https://*.paypalobjects.com https://pay.google.com`,
      );
      expect(policy).toMatch(/frame-src https:\/\/\*\.paypal\.com [^;]*pay\.google\.com/);
      expect(policy).toContain("frame-ancestors 'none'");
      expect(first.headers['cache-control']).toBe('no-store');
    },
  );

  it.each(['/', '/app', '/access', '/payment/x', '/admin-login'])(
    '%s loads nothing from elsewhere',
    async (path) => {
      const { headers, text } = await get(path);
      expect(policyOf(headers['content-security-policy'])).not.toMatch(/paypal|google|nonce/);
      expect(text).toBe(html);
    },
  );
});
