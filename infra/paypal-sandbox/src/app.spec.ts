import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createApp } from './app.ts';
import { loadConfig } from './config.ts';
import { Store } from './records/store.ts';
import { Simulator } from './server/simulator.ts';

const folder = mkdtempSync(join(tmpdir(), 'simulator-'));
const app = createApp(new Simulator(new Store(folder)));
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

it('listens on this machine only by default, and knows no account', () => {
  expect(loadConfig({})).toMatchObject({ host: '127.0.0.1', accounts: [] });
});

it.each([
  ['localhost', 200],
  ['[::1]:18900', 200],
  ['shop.example', 421],
  ['127.0.0.1.shop.example', 421],
])('answers at its own names alone: %s', async (host, status) => {
  const reply = await app.inject({ url: '/_health', headers: { host } });
  expect([reply.statusCode, reply.headers['x-content-type-options']]).toEqual([status, 'nosniff']);
});

it('shows texts of orders and buyers as texts, on a page without scripts', async () => {
  const authorization = `Basic ${Buffer.from('rzp_test:secret').toString('base64')}`;
  const created = await app.inject({
    method: 'POST',
    url: '/v1/payment_links',
    headers: { authorization },
    payload: {
      ...{ amount: 79_900, currency: 'INR', reference_id: 'ours' },
      ...{ description: '<img src=x>"', callback_url: 'http://shop.example/return' },
    },
  });
  const { id } = created.json<{ id: string }>();
  const payload = new URLSearchParams({ choice: 'pay', payer: '"><script>' }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const page = await app.inject({ method: 'POST', url: `/pay/${id}`, headers, payload });
  expect([page.statusCode, page.body.includes('aria-invalid="true"')]).toEqual([400, true]);
  expect(page.body).toContain('<dd>&lt;img src=x&gt;&quot;</dd>');
  expect(page.body).toContain('value="&quot;&gt;&lt;script&gt;"');
  const policy = page.headers['content-security-policy'];
  expect(policy).toMatch(/^default-src 'none'.*form-action 'self' http:\/\/shop\.example;/);
  expect(policy).not.toContain('script-src');
});

it('has all payments after a crash that has cut off the last line of its file', () => {
  const open = () => new Store(folder).account('shop', 'secret');
  open()?.save('webhook', { id: '1' });
  appendFileSync(join(folder, 'payments.jsonl'), '{"client":"sh');
  open()?.save('webhook', { id: '2' });
  expect(open()?.all('webhook')).toEqual([{ id: '1' }, { id: '2' }]);
});
