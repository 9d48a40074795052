import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, vi } from 'vitest';
import { withPings } from './ping.ts';

it('sends start and end of a backup, to an allowed address alone, and the work is done without it', async () => {
  const asked: string[] = [];
  const server = createServer(({ method, url }, response) => {
    asked.push(`${method} ${url}`);
    response.end('OK');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/id?key=1`;
  const networks = [{ address: '127.0.0.0', bits: 8, family: 'ipv4' }] as const;
  await withPings({ ping: { url, networks: [...networks] } }, () => Promise.resolve());
  const failed = () => Promise.reject(new Error('no disk'));
  const failing = withPings({ ping: { url, networks: [...networks] } }, failed);
  await expect(failing).rejects.toThrow('no disk');
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const work = vi.fn<() => Promise<void>>().mockResolvedValue();
  await withPings({ ping: { url, networks: [] } }, work);
  const sent = ['/id/start?key=1', '/id?key=1', '/id/start?key=1', '/id/fail?key=1'];
  expect(asked).toEqual(sent.map((path) => `GET ${path}`));
  expect(work).toHaveBeenCalledOnce();
  expect(log.mock.calls.flat()[0]).toMatch(/127\.0\.0\.1 is not public/);
  expect(log.mock.calls.join()).not.toContain('key');
  server.close();
});
