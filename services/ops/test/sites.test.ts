import { randomBytes } from 'node:crypto';
import { ObjectStore } from '@ctdb/chassis/storage';
import {
  anonymous,
  rpcCaller,
  startTestService,
  testEnv,
  waitUntil,
  type RpcCaller,
  type TestService,
} from '@ctdb/chassis/testing';
import { getActiveSite } from '@ctdb/contracts';
import { beforeAll, expect, it } from 'vitest';
import { createConnection, type Connection } from 'mongoose';
import { InstallationRepository } from '../src/deployments/installation.repository.js';
import { SitePublisher } from '../src/deployments/site-publisher.js';
import type { SiteRecord } from '../src/deployments/sites.repository.js';
import { OpsModule } from '../src/ops.module.js';
import { WorkerModule } from '../src/worker.module.js';
import { BuiltSite, sha256 } from './deploy-support/built-site.js';

const bucket = `test-${randomBytes(6).toString('hex')}`;
const env = testEnv({ RELEASES_BUCKET: bucket });
const DAY_MS = 24 * 3_600_000;
let worker: TestService;
let call: RpcCaller;
let db: Connection;
let built: BuiltSite;
const ids: string[] = [];

/** The sites whose assets gateways are given. */
const offered = async (): Promise<string[]> =>
  (await call(getActiveSite, {})).earlier.map(({ hash }) => hash);
const publish = async (mark: string): Promise<string> => {
  const id = await built.build(mark);
  await worker.get(SitePublisher).publishDaily();
  return id;
};
/** The folders of this installation's sites. Not those of the storage, where an empty one may stay for a while. */
const stored = async (): Promise<string[]> => {
  const prefix = worker.get(InstallationRepository).sitesFolder;
  const keys: string[] = [];
  for await (const { key } of worker.get(ObjectStore).list(`${prefix}/`)) keys.push(key);
  return keys;
};
const sites = () => db.collection<SiteRecord>('bundled_sites');
const age = (hash: string, days: number) =>
  sites().updateOne({ hash }, { $set: { usedAt: new Date(Date.now() - days * DAY_MS) } });

beforeAll(async () => {
  built = await BuiltSite.create('v1');
  process.env['WEB_DIST'] = built.folder;
  await startTestService(OpsModule, env);
  call = await rpcCaller(anonymous, env);
  db = await createConnection(env.MONGODB_URI, { dbName: env.MONGODB_DB }).asPromise();
  worker = await startTestService(WorkerModule, env);
  env.onEnd(async () => {
    await db.close();
    await built.remove();
    await worker.get(ObjectStore).removeFolder('sites');
  });
}, 60_000);

it('a worker publishes the assets of its own site when it starts, and nothing else', async () => {
  const { id } = built;
  ids.push(id);
  const isPublished = async () => (await call(getActiveSite, { bundle: id })).isPublished;
  await waitUntil(async () => (await isPublished()) === true, 'the site is not published');
  const unknown = await call(getActiveSite, { bundle: sha256('unknown') });
  expect(unknown).toMatchObject({ isPublished: false });
  const [site] = unknown.earlier;
  expect(site?.files.map(({ path }) => path)).toEqual([
    '/assets/app-v1.js',
    '/assets/fonts/kannada-a1.woff2',
  ]);
  for (const { url, sha256: expected } of site?.files ?? [])
    expect(sha256(await (await fetch(url)).text())).toBe(expected);
  const { revision } = unknown;
  expect(await call(getActiveSite, { known: revision })).toMatchObject({ earlier: [] });
}, 30_000);

it('a published site is not written again, and a lost file comes back within a day', async () => {
  const { revision } = await call(getActiveSite, {});
  const [first = ''] = await stored();
  const store = worker.get(ObjectStore);
  await store.put(first, Buffer.from('xx'), 'text/plain');
  const second = (await stored())[1] ?? '';
  await store.remove([second]);
  await publish('v1');
  expect(await stored()).toEqual([first, second]);
  // Written once: of the same length it stays as it is.
  expect((await store.read(first)).toString()).toBe('xx');
  expect((await call(getActiveSite, {})).revision).toBe(revision);
}, 30_000);

it('a site stays while a gateway names it, and for 30 days', async () => {
  for (const mark of ['v2', 'v3', 'v4']) ids.push(await publish(mark));
  const [v1 = '', v2 = '', v3 = '', v4 = ''] = ids;
  expect(await offered()).toEqual([v4, v3, v2, v1]);
  await age(v1, 31);
  await age(v2, 31);
  await age(v3, 29);
  await call(getActiveSite, { bundle: v2 });
  const theirs = 'sites/another-installation/site/assets/a.js';
  const store = worker.get(ObjectStore);
  await store.put(theirs, Buffer.from('theirs'), 'text/javascript');
  await publish('v4');
  expect(await offered()).toEqual([v4, v2, v3]);
  expect(await stored()).toHaveLength(6);
  expect((await store.read(theirs)).toString()).toBe('theirs');
}, 60_000);
