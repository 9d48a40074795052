import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppLogger, type RpcClient } from '@ctdb/chassis';
import { expect, it } from 'vitest';
import type { GatewayConfig } from '../config.js';
import { BundledSiteUploader } from './bundled-site-uploader.js';
import type { SiteStore } from './site-store.js';

it('asks again what is missing when all uploads have ended, and warns of nothing', async () => {
  const stored = new Set<string>();
  const storage = createServer((request, response) => {
    request.resume().on('end', () =>
      // Later than the next question would come if it did not wait.
      setTimeout(() => {
        stored.add(request.url ?? '');
        response.end();
      }, 50),
    );
  }).listen(0, '127.0.0.1');
  await once(storage, 'listening');
  const { port } = storage.address() as AddressInfo;
  const paths = ['/assets/a.js', '/assets/b.css'];
  const questions: number[] = [];
  const call = () => {
    const missing = paths.filter((path) => !stored.has(path));
    questions.push(missing.length);
    const urlOf = (path: string) => `http://127.0.0.1:${port}${path}`;
    return Promise.resolve({ missing: missing.map((path) => ({ path, url: urlOf(path) })) });
  };
  const warnings: string[] = [];
  const bundledAssets = new Map(paths.map((path) => [path, { body: Buffer.from(path) }]));
  const uploader = new BundledSiteUploader(
    { RELEASE_WAIT_MS: 0 } as GatewayConfig,
    { call } as unknown as RpcClient,
    { bundledSiteId: 'site', bundledAssets } as unknown as SiteStore,
    new AppLogger('test', 'warn', { write: (line) => warnings.push(line) }),
  );
  try {
    await uploader.start();
    expect(questions).toEqual([2, 0]);
    expect(warnings).toEqual([]);
  } finally {
    uploader.onModuleDestroy();
    storage.close();
  }
});
