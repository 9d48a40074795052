import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { createSecureContext } from 'node:tls';
import type { ObjectStore } from '@ctdb/chassis/storage';
import { expect, it } from 'vitest';
import type { OpsConfig } from '../src/config.js';
import { SmokeTest } from '../src/deployments/releases/smoke-test.js';
import type { DeploymentSession } from '../src/deployments/session.js';
import { Authority } from './dns/certificates.js';

it('the API is checked with the authorities of the installation', async () => {
  const authority = await Authority.named('Own authority');
  const identity = await authority.issue({ names: ['localhost'] });
  const server = createServer(identity, (_request, response) => response.end('{}'));
  server.listen(0, 'localhost').unref();
  await once(server, 'listening');
  const probeOrigin = `https://localhost:${(server.address() as AddressInfo).port}`;
  const page = '<title>Small</title>';
  const sha256 = createHash('sha256').update(page).digest('hex');
  const logs: string[] = [];
  const smoke = new SmokeTest(
    { get: () => Promise.resolve(Readable.from([page])) } as unknown as ObjectStore,
    { deployments: { probeOrigin } } as OpsConfig,
    { tlsContext: createSecureContext({ ca: authority.pem }) },
  );
  await smoke.run({ hash: 'a', files: [{ path: '/index.html', sha256, bytes: page.length }] }, {
    signal: new AbortController().signal,
    log: (line) => void logs.push(line),
  } as DeploymentSession);
  expect(logs).toContain('The API answers.');
  server.close();
});
