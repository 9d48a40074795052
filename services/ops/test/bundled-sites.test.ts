import { createHash, randomBytes } from 'node:crypto';
import { ObjectStore } from '@ctdb/chassis/storage';
import {
  anonymous,
  rpcCaller,
  startTestService,
  testEnv,
  type RpcCaller,
  type TestService,
} from '@ctdb/chassis/testing';
import { getActiveRelease, storeBundledSite, type RequestInput } from '@ctdb/contracts';
import { beforeAll, expect, it } from 'vitest';
import { createConnection, type Connection } from 'mongoose';
import type { BundledSiteRecord } from '../src/deployments/releases/bundled-sites.repository.js';
import { InstallationRepository } from '../src/deployments/releases/installation.repository.js';
import { OpsModule } from '../src/ops.module.js';

const bucket = `test-${randomBytes(6).toString('hex')}`;
const env = testEnv({ RELEASES_BUCKET: bucket });
const DAY_MS = 24 * 3_600_000;
let service: TestService;
let call: RpcCaller;
let db: Connection;

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The site of a version, with one asset of its own and one that all versions share. */
const siteOf = (version: string): RequestInput<typeof storeBundledSite> => ({
  id: sha256(version),
  files: [`/assets/app-${version}.js`, '/assets/fonts/kannada-a1.woff2'].map((path) => ({
    path,
    sha256: sha256(path),
    bytes: path.length,
  })),
});

/** Stores all that is missing, as a gateway does. */
const store = async (version: string): Promise<number> => {
  const { missing } = await call(storeBundledSite, siteOf(version));
  for (const { path, url } of missing) await fetch(url, { method: 'PUT', body: path });
  expect(await call(storeBundledSite, siteOf(version))).toEqual({ missing: [] });
  return missing.length;
};

/** The ids of the sites that gateways are given. */
const listed = async (): Promise<string[]> =>
  (await call(getActiveRelease, {})).earlier.map(({ hash }) => hash);
const revision = async (): Promise<number> => (await call(getActiveRelease, {})).revision;
const sites = () => db.collection<BundledSiteRecord>('bundled_sites');
const age = (version: string) =>
  sites().updateOne(
    { hash: sha256(version) },
    { $set: { usedAt: new Date(Date.now() - 2 * DAY_MS) } },
  );

beforeAll(async () => {
  service = await startTestService(OpsModule, env);
  call = await rpcCaller(anonymous, env);
  db = await createConnection(env.MONGODB_URI, { dbName: env.MONGODB_DB }).asPromise();
  env.onEnd(async () => {
    await db.close();
    await service.get(ObjectStore).removeFolder('sites');
  });
}, 60_000);

it('a site is given to gateways once all its files are stored', async () => {
  const before = await revision();
  const { missing } = await call(storeBundledSite, siteOf('v1'));
  expect(missing.map(({ path }) => path)).toEqual(siteOf('v1').files.map(({ path }) => path));
  const [first] = missing;
  await fetch(String(first?.url), { method: 'PUT', body: first?.path });
  expect((await call(storeBundledSite, siteOf('v1'))).missing).toHaveLength(1);
  expect([await listed(), await revision()]).toEqual([[], before]);

  await store('v1');
  expect([await listed(), await revision()]).toEqual([[sha256('v1')], before + 1]);
  const [site] = (await call(getActiveRelease, {})).earlier;
  for (const { path, url } of site?.files ?? []) expect(await (await fetch(url)).text()).toBe(path);
  expect(site?.files).toHaveLength(2);
}, 30_000);

it('a site that is stored changes nothing, and a file that got lost is asked for again', async () => {
  const before = await revision();
  expect(await store('v1')).toBe(0);
  const objects = service.get(ObjectStore);
  const prefix = `sites/${await service.get(InstallationRepository).id()}`;
  const [folder] = await objects.folders(prefix);
  await objects.remove([`${folder}/assets/app-v1.js`]);
  expect(await store('v1')).toBe(1);
  expect([await listed(), await revision()]).toEqual([[sha256('v1')], before]);
}, 30_000);

it('five sites stay, and all that a gateway has named within a day', async () => {
  for (const version of ['v2', 'v3', 'v4', 'v5', 'v6', 'v7']) await store(version);
  expect(await listed()).toEqual(['v7', 'v6', 'v5', 'v4', 'v3', 'v2', 'v1'].map(sha256));
  for (const version of ['v1', 'v2', 'v3']) await age(version);
  // A gateway of this version still runs.
  await store('v2');
  await store('v8');
  expect(await listed()).toEqual(['v8', 'v2', 'v7', 'v6', 'v5', 'v4'].map(sha256));
  const objects = service.get(ObjectStore);
  const prefix = `sites/${await service.get(InstallationRepository).id()}`;
  // Not its folders, which SeaweedFS removes a while after their last object.
  const stored = new Set<string | undefined>();
  for await (const { key } of objects.list(prefix)) stored.add(key.split('/')[2]);
  expect(stored.size).toBe(6);
  // The way back to a version that was removed.
  expect(await store('v1')).toBe(2);
  expect(await listed()).toContain(sha256('v1'));
}, 60_000);

it.each(['/index.html', '/assets/../index.html', '/assets/.hidden', '/assets/a b', '/assets/%2e'])(
  'no site has a file %s',
  async (path) => {
    const files = [{ path, sha256: sha256(path), bytes: 1 }];
    await expect(call(storeBundledSite, { id: sha256(path), files })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  },
);
