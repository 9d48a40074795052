import { text } from 'node:stream/consumers';
import { FencedError } from '@ctdb/chassis/jobs';
import { ObjectStore } from '@ctdb/chassis/storage';
import { waitUntil } from '@ctdb/chassis/testing';
import { activateRelease, getActiveRelease, listReleases } from '@ctdb/contracts';
import { describe, expect, it } from 'vitest';
import { Types } from 'mongoose';
import { InstallationRepository } from '../src/deployments/releases/installation.repository.js';
import { ReleasePublisher } from '../src/deployments/releases/release-publisher.js';
import {
  ReleasesRepository,
  type ReleaseRecord,
} from '../src/deployments/releases/releases.repository.js';
import { DeploymentLogRepository } from '../src/deployments/log.repository.js';
import { DeploymentLogWriter } from '../src/deployments/log-writer.js';
import { testOps } from './deploy-support/ops.js';

const ops = testOps('inside');
const store = () => ops.service.get(ObjectStore);
const put = (folder: string, content = 'theirs') =>
  store().put(`${folder}/index.html`, Buffer.from(content), 'text/html');
const contentOf = async (folder: string) => text(await store().get(`${folder}/index.html`));

describe('the removal of old releases', () => {
  it('keeps the files of other installations in the same bucket', async () => {
    const theirs = [`releases/${'e'.repeat(24)}/${'e'.repeat(64)}`, `releases/${'d'.repeat(64)}`];
    await store().ensureBucket();
    for (const folder of theirs) await put(folder);
    expect(await ops.ended(await ops.start())).toMatchObject({ stage: 'completed' });
    for (const folder of theirs) expect(await contentOf(folder)).toBe('theirs');
  }, 90_000);

  it('keeps releases of an earlier version, which can be restored', async () => {
    const first = await ops.live();
    const releases = ops.db.collection<ReleaseRecord>('releases');
    const record = await releases.findOne({ _id: new Types.ObjectId(first) });
    if (!record?.folder) throw new Error('there is no release');
    for (const { path } of record.files) {
      const content = await store().read(`${record.folder}${path}`);
      await store().put(`releases/${record.hash}${path}`, content, 'text/plain');
    }
    await store().removeFolder(record.folder);
    await releases.updateOne({ _id: record._id }, { $unset: { folder: 1 } });
    expect(await ops.live()).toBe(first);
    expect(await ops.ended(await ops.start())).toMatchObject({ stage: 'completed' });
    const { deploymentId } = await ops.call(activateRelease, { id: first ?? '' });
    expect(await ops.ended(deploymentId)).toMatchObject({ stage: 'completed', releaseId: first });
    expect(await ops.live()).toBe(first);
  }, 150_000);

  it('removes nothing after a takeover, and nothing that is listed by then', async () => {
    const publisher = ops.worker.get(ReleasePublisher);
    const hash = 'c'.repeat(64);
    const folder = `releases/${await ops.worker.get(InstallationRepository).id()}/${hash}`;
    await put(folder, 'new');
    const before = new Types.ObjectId();

    let asked = 0;
    const takenOver = () => {
      asked += 1;
      return asked === 1 ? Promise.resolve() : Promise.reject(new FencedError());
    };
    await expect(publisher.removeExpired(before, takenOver)).rejects.toBeInstanceOf(FencedError);
    expect(await contentOf(folder)).toBe('new');

    const releases = ops.worker.get(ReleasesRepository);
    const [one] = await releases.all();
    if (!one) throw new Error('there is no release');
    const listed = { ...one, _id: new Types.ObjectId(), hash, folder };
    asked = 0;
    await publisher.removeExpired(before, async () => {
      asked += 1;
      if (asked > 1) await releases.insert(listed);
    });
    expect(asked).toBeGreaterThan(1);
    expect(await contentOf(folder)).toBe('new');

    await releases.remove([listed._id]);
    await publisher.removeExpired(before, () => Promise.resolve());
    await expect(store().get(`${folder}/index.html`)).rejects.toMatchObject({
      name: 'ObjectNotFoundError',
    });
  }, 60_000);
});

it('a log continues after the lines of the earlier worker, after an orderly handover', async () => {
  const logs = ops.service.get(DeploymentLogRepository);
  const id = new Types.ObjectId();
  const failed = (error: unknown) => {
    throw error;
  };
  const writer = () => new DeploymentLogWriter(logs, id, 1, () => Promise.resolve(), failed);
  const [first, second] = [writer(), writer()];
  for (const line of ['one', 'two', 'three']) {
    first.add(line);
    await first.flush();
  }
  await first.end();
  second.add('four');
  await second.end();
  expect(await logs.lines(id)).toEqual(['one', 'two', 'three', 'four']);
}, 60_000);

const monday = 'a'.repeat(64);
const tuesday = 'b'.repeat(64);

const served = async (): Promise<unknown> => {
  const answer = await fetch(`${ops.origin}/release.json`);
  if (!answer.ok) return undefined;
  return ((await answer.json()) as { releaseId: string }).releaseId;
};
const active = async (bundle: string): Promise<string[]> => {
  const { releases } = await ops.call(listReleases, { bundle });
  return releases.filter(({ isActive }) => isActive).map(({ id }) => id);
};

describe('an update of the bundled site', () => {
  let first: string | undefined;

  it('a release replaces the bundled site', async () => {
    const done = await ops.ended(await ops.start());
    expect(done).toMatchObject({ stage: 'completed' });
    first = done.releaseId;
    expect(await ops.call(getActiveRelease, {})).toMatchObject({ bundle: monday });
    expect(await active(monday)).toEqual([first]);
    expect(await served()).toBe(first);
  }, 90_000);

  it('after an update no release is active', async () => {
    ops.site.update(tuesday);
    await waitUntil(
      async () => (await served()) === undefined,
      'the release is still served',
      20_000,
    );
    expect(await active(tuesday)).toEqual([]);
  }, 30_000);

  it('the rollback of a failed deployment does not restore the bundled site of before the update', async () => {
    ops.site.follows = false;
    const done = await ops.ended(await ops.start());
    expect(done).toMatchObject({ stage: 'failed', fault: 'probeFailed' });
    ops.site.follows = true;
    const { revision, release, bundle } = await ops.call(getActiveRelease, {});
    expect([release?.id, bundle]).toEqual([first, monday]);
    await waitUntil(() => ops.site.seen === revision, 'the site does not poll', 20_000);
    expect(await served()).toBeUndefined();
  }, 90_000);

  it('a restored release is active, whatever bundled site it replaced', async () => {
    const { deploymentId } = await ops.call(activateRelease, { id: String(first) });
    expect(await ops.ended(deploymentId)).toMatchObject({ kind: 'rollback', stage: 'completed' });
    expect(await served()).toBe(first);
    expect(await active(tuesday)).toEqual([first]);
  }, 90_000);

  it('an old pointer without a bundle does not apply to a gateway with a bundle', async () => {
    await ops.db
      .collection('active_release')
      .updateOne({}, { $unset: { bundle: 1, previousBundle: 1 } });
    expect(await ops.call(getActiveRelease, {})).not.toHaveProperty('bundle');
    expect(await active(tuesday)).toEqual([]);
    const done = await ops.ended(await ops.start());
    expect(done).toMatchObject({ stage: 'completed' });
    expect(await active(tuesday)).toEqual([done.releaseId]);
  }, 90_000);

  it('nothing is switched if the site does not return the id of its bundle', async () => {
    const before = await ops.call(getActiveRelease, {});
    ops.site.bundle = 'unknown';
    const done = await ops.ended(await ops.start());
    expect(done).toMatchObject({ stage: 'failed', fault: 'probeFailed' });
    const { revision } = await ops.call(getActiveRelease, { known: before.revision });
    expect(revision).toBe(before.revision);
  }, 90_000);
});
