import { hash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { HealthServer } from '@ctdb/chassis';
import { SITE_MANIFEST } from '@ctdb/contracts';
import { afterAll } from 'vitest';
import type { GatewayUnderTest } from './gateway-under-test.js';
import { call } from './http-client.js';

/** A folder for bundles, removed at the end of the file. */
export const bundleFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'ctdb-sites-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
};

/** Writes a file below `folder`. */
export const write = (folder: string, path: string, content: string | Buffer): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
};

/** Writes a bundle whose page and script carry `mark` into `folder`; returns the id of the site. */
export const writeBundle = (
  folder: string,
  mark: string,
  more: Record<string, string> = {},
): string => {
  const files = {
    [`/assets/app-${mark}.js`]: mark,
    '/index.html': `<!doctype html><title>${mark}</title>`,
    ...more,
  };
  const list = Object.entries(files).map(([path, text]) => {
    write(folder, path, text);
    return { path, sha256: hash('sha256', text), bytes: Buffer.byteLength(text) };
  });
  const manifest = JSON.stringify({ files: list });
  write(folder, SITE_MANIFEST, manifest);
  return hash('sha256', manifest);
};

/** What a gateway answers to a browser that asks for `path`. */
export const read = (gateway: GatewayUnderTest, path: string) =>
  gateway.call(path, { headers: { accept: 'text/html' } });

/** The title of the page that a gateway serves. */
export const title = async (
  gateway: GatewayUnderTest,
  path = '/app',
): Promise<string | undefined> =>
  /<title>(.*)<\/title>/.exec((await read(gateway, path)).text)?.[1];

/** Whether a gateway is ready, as its health check tells. */
export const isReady = async (gateway: GatewayUnderTest): Promise<boolean> => {
  const { port } = gateway.app.get(HealthServer);
  return (await call(`http://127.0.0.1:${port}`, '/health/ready')).status === 200;
};
