import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSecureContext } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fetchServedRelease } from './live-probe.js';

let connections = 0;
const releaseId = 'a'.repeat(24);
const deployed = { projectName: 'Clinic', deployedAt: '2026-11-20T10:00:00.000Z' };
let body = JSON.stringify({ releaseId, ...deployed, host: 'clinic.test' });
const server: Server = createServer((request, response) => {
  response.writeHead(request.url === '/release.json' ? 200 : 404).end(body);
}).on('connection', () => (connections += 1));
let port = 0;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

const see = (host = '127.0.0.1', more = {}) =>
  fetchServedRelease(`http://${host}:${port}`, {
    signal: new AbortController().signal,
    secureContext: createSecureContext(),
    ...more,
  });

it('the served release is requested over new connections each time', async () => {
  connections = 0;
  for (let asked = 0; asked < 3; asked += 1)
    expect(await see()).toEqual({ answer: releaseId, host: 'clinic.test' });
  expect(connections).toBe(3);
});

it('the served release is requested at the given address, whatever the name resolves to', async () => {
  const seen = await see('clinic.invalid', { address: '127.0.0.1' });
  expect(seen.answer).toBe(releaseId);
});

it('the served release is described in words if it is no release', async () => {
  body = 'x'.repeat(100_000);
  expect(await see()).toEqual({ answer: 'nothing' });
  body = '<html>';
  expect(await see()).toEqual({ answer: 'no release' });
  expect(await see('clinic.invalid')).toEqual({ answer: 'nothing' });
});

it('the served release is not requested after a stop', async () => {
  await expect(see('127.0.0.1', { signal: AbortSignal.abort() })).rejects.toThrow();
});
