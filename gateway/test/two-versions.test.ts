import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { ServiceProcess, testEnv, waitUntil } from '@ctdb/chassis/testing';
import { bundleFolder, isReady, read, title, writeBundle } from './support/bundle.js';
import { GatewayUnderTest, unlimited } from './support/gateway-under-test.js';

const folder = bundleFolder();
const env = testEnv({
  ...unlimited,
  RELEASES_BUCKET: `test-${randomBytes(6).toString('hex')}`,
  RELEASE_WAIT_MS: '10000',
});
const ops = new ServiceProcess(env, 'ops/dist/main.js');
const asset = (by: GatewayUnderTest, version: string) => read(by, `/assets/app-${version}.js`);

/** A gateway and a worker whose site carries `version`; it is ready, and has sent its first page. */
const start = async (version: string, changes: Record<string, string> = {}) => {
  const dist = join(folder, version);
  writeBundle(dist, version);
  const variables = { WEB_DIST: dist, VERSION: version, RELEASE_POLL_MS: '60000' };
  Object.assign(process.env, variables, changes);
  await new ServiceProcess(env, 'ops/dist/worker.js').start();
  const gateway = await GatewayUnderTest.start(env);
  await waitUntil(() => isReady(gateway), `${version} is not ready`, 60_000);
  expect(await title(gateway)).toBe(version);
  return gateway;
};

beforeAll(() => ops.start(), 120_000);

let older: GatewayUnderTest;
let newer: GatewayUnderTest;

it('while two versions run each serves the assets of the other, for as long as a browser may keep them', async () => {
  older = await start('older');
  newer = await start('newer');
  const answers = [await asset(older, 'newer'), await asset(newer, 'older')];
  expect(answers.map(({ status, text }) => [status, text])).toEqual([
    [200, 'newer'],
    [200, 'older'],
  ]);
  for (const { headers } of answers)
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect([await title(older), await title(newer)]).toEqual(['older', 'newer']);
  const config = (await read(newer, '/api/config')).json();
  expect(config).toMatchObject({ version: 'newer', revision: 'unknown' });
}, 120_000);

it('while two versions run a page that stays open gets its parts when its gateway is gone', async () => {
  await older.close();
  const next = await start('next');
  expect((await asset(next, 'older')).text).toBe('older');
}, 60_000);

it('while two versions run a version that comes while ops does not answer serves its own, and gives it to the others later', async () => {
  ops.pause();
  const alone = await start('alone', { RELEASE_WAIT_MS: '500' });
  expect((await asset(alone, 'alone')).text).toBe('alone');
  expect((await asset(newer, 'older')).text).toBe('older');
  ops.resume();
  const isThere = async () => (await asset(alone, 'older')).status === 200;
  await waitUntil(isThere, 'the older version is not served', 30_000);
}, 180_000);
