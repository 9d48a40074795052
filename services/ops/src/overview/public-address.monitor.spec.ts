import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { Metrics } from '@ctdb/chassis';
import type { OpsConfig } from '../config.js';
import { PublicAddressMonitor } from './public-address.monitor.js';

let answer: RequestListener;
const server = createServer((request, response) => answer(request, response));
afterEach(() => void server.close());

const monitor = (hasOwnDomain: boolean) => {
  const { port } = server.address() as AddressInfo;
  const metrics = new Metrics('ops');
  const deployments = { publicOrigin: `http://127.0.0.1:${port}` };
  const checks = new PublicAddressMonitor(
    { dns: { hasOwnDomain }, deployments } as OpsConfig,
    metrics,
  );
  return {
    checks,
    read: async () => (await metrics.getSingleMetric('public_address_checks_total')?.get())?.values,
  };
};

it('counts who answers at the public address; without a domain there is no request', async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  let requests = 0;
  const { checks, read } = monitor(true);
  const off = monitor(false);
  answer = (request, response) => {
    requests += request.url === '/api/config' ? 1 : 0;
    response.writeHead(503, { 'x-request-id': 'r-1' }).end();
  };
  await checks.checkNow();
  await off.checks.checkNow();
  answer = (_request, response) => response.writeHead(503).end();
  await checks.checkNow();
  answer = (request) => request.socket.destroy();
  await checks.checkNow();
  await checks.checkNow();
  expect(requests).toBe(1);
  expect(await off.read()).toEqual([]);
  expect(await read()).toMatchObject([
    { labels: { outcome: 'gateway' }, value: 1 },
    { labels: { outcome: 'edge' }, value: 1 },
    { labels: { outcome: 'none' }, value: 2 },
  ]);
});
