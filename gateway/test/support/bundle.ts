import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { GatewayUnderTest } from './gateway-under-test.js';

/** A folder for bundles, removed at the end of the file. */
export const bundleFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'ctdb-releases-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
};

/** Writes a bundle whose page and script carry `mark` into `folder`. */
export const writeBundle = (folder: string, mark: string): void => {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'assets', `app-${mark}.js`), mark);
  writeFileSync(join(folder, 'index.html'), `<!doctype html><title>${mark}</title>`);
};

/** What a gateway answers to a browser that asks for `path`. */
export const read = (gateway: GatewayUnderTest, path: string) =>
  gateway.call(path, { headers: { accept: 'text/html' } });

/** The title of a page. */
export const titleOf = (html: string): string | undefined => /<title>(.*)<\/title>/.exec(html)?.[1];

/** The title of the page that a gateway serves. */
export const title = async (gateway: GatewayUnderTest): Promise<string | undefined> =>
  titleOf((await read(gateway, '/app')).text);

/** The bundle that a gateway tells to be its own. */
export const bundleOf = async (gateway: GatewayUnderTest): Promise<string | null> =>
  (await read(gateway, '/bundle.json')).json()['id'] as string | null;
