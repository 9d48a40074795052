import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { parseNetwork } from '../../../services/ops/src/dns/networks.ts';
import { signalUrl, withPings } from './ping.ts';

const loopback = [parseNetwork('127.0.0.0/8')].filter((network) => network !== undefined);
const asked: string[] = [];
const server = createServer(({ method, url }, response) => {
  asked.push(`${method} ${url}`);
  response.end('OK');
});
let url: string;

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ping/id`;
});
beforeEach(() => void asked.splice(0));
afterAll(() => server.close());

it('sends the start and the success of a backup', async () => {
  await withPings({ ping: { url, networks: loopback } }, () => Promise.resolve());
  expect(asked).toEqual(['GET /ping/id/start', 'GET /ping/id']);
});

it('sends a failure, and throws it', async () => {
  const failed = () => Promise.reject(new Error('no disk'));
  await expect(withPings({ ping: { url, networks: loopback } }, failed)).rejects.toThrow('no disk');
  expect(asked).toEqual(['GET /ping/id/start', 'GET /ping/id/fail']);
});

it('calls no address that is neither public nor allowed, and does the work nevertheless', async () => {
  const log = vi.spyOn(console, 'error').mockReturnValue();
  const work = vi.fn<() => Promise<void>>().mockResolvedValue();
  await withPings({ ping: { url, networks: [] } }, work);
  expect([asked, work.mock.calls.length]).toEqual([[], 1]);
  expect(log.mock.calls.join()).toContain('127.0.0.1 is not public');
  expect(log.mock.calls.join()).not.toContain('/ping/id');
  log.mockRestore();
});

it('keeps the query of an address', () => {
  expect(signalUrl('https://host/a/?b=c', 'fail').href).toBe('https://host/a/fail?b=c');
});
