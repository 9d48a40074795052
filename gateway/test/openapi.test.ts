import { expect, it } from 'vitest';
import { sharedStage } from './support/stage.js';

const { gateway } = await sharedStage();

it('the description of the API has a page for people, which needs nothing from elsewhere', async () => {
  const page = await gateway.call('/api/docs');
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.text).not.toMatch(/https?:|<script>|style=/);
  const files = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
  expect(files).toHaveLength(4);
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("script-src 'self';");
  expect(policy).not.toMatch(/https?:|script-src[^;]*unsafe/);
  for (const file of files) {
    const result = await gateway.call(file);
    expect({ file, status: result.status }).toEqual({ file, status: 200 });
    expect(result.bytes.length).toBeGreaterThan(50);
  }
  for (const other of ['package.json', '..%2fpackage.json'])
    expect((await gateway.call(`/api/docs/${other}`)).status).toBe(404);
});
