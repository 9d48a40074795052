import { access, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { text } from 'node:stream/consumers';
import { FencedError } from '@ctdb/chassis/jobs';
import { ObjectStore } from '@ctdb/chassis/storage';
import { eventSpy, waitUntil, type EventSpy } from '@ctdb/chassis/testing';
import {
  activateRelease,
  deploymentEvents,
  getActiveRelease,
  getDeployment,
  listDeployments,
  listReleases,
  startDeployment,
  verifyDeployment,
} from '@ctdb/contracts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Types } from 'mongoose';
import { InstallationRepository } from '../src/deployments/releases/installation.repository.js';
import { ReleasePublisher } from '../src/deployments/releases/release-publisher.js';
import {
  ReleasesRepository,
  type ReleaseRecord,
} from '../src/deployments/releases/releases.repository.js';
import { testOps } from './deploy-support/ops.js';

const ops = testOps('inside');
let spy: EventSpy;

beforeAll(async () => {
  spy = await eventSpy(ops.env, deploymentEvents.started, deploymentEvents.ended);
});
beforeEach(async () => {
  ops.site.follows = true;
  ops.site.isApiUp = true;
  await ops.project.behave({});
});

const deploy = async (projectName = 'Clinic') => ops.ended(await ops.start({ projectName }));
const restore = async (id: string) =>
  ops.ended((await ops.call(activateRelease, { id })).deploymentId);
/** The release that the site serves; none: its own bundle. */
const served = async (): Promise<string | undefined> => {
  const answer = await fetch(`${ops.origin}/release.json`);
  return answer.ok ? ((await answer.json()) as { releaseId: string }).releaseId : undefined;
};
const listed = async () => (await ops.call(listReleases, {})).releases;
const releases = () => ops.db.collection<ReleaseRecord>('releases');
const store = () => ops.service.get(ObjectStore);
const put = (folder: string, content = 'theirs') =>
  store().put(`${folder}/index.html`, Buffer.from(content), 'text/html');
const contentOf = async (folder: string) => text(await store().get(`${folder}/index.html`));

describe('a deployment', () => {
  it('builds, stores, checks and activates its release, and sees it served', async () => {
    const mark = `${tmpdir()}/ran-${Date.now()}`;
    const projectName = `ಬಣ್ಣ $(touch ${mark}); \`id\` ../../x "' && {{7*7}} <b>`;
    await ops.project.behave({ isReal: true });
    const id = await ops.start({ projectName: `${projectName}\u202e` });
    const done = await ops.ended(id);
    expect(done).toMatchObject({
      kind: 'deploy',
      stage: 'completed',
      progress: 100,
      startedBy: 'asha',
      isUnverified: false,
      deploymentUrl: ops.origin,
      findings: [],
    });
    expect(done.timeline.map(({ stage, outcome }) => [stage, outcome])).toEqual([
      ['preparing', 'done'],
      ['building', 'done'],
      ['deploying', 'done'],
      ['dns_checking', 'skipped'],
      ['ssl_setup', 'skipped'],
      ['completed', 'done'],
    ]);
    const data = await (await fetch(`${ops.origin}/release.json`)).json();
    expect(data).toMatchObject({ releaseId: done.releaseId, projectName });
    // Nothing of the name was executed.
    await expect(access(mark)).rejects.toMatchObject({ code: 'ENOENT' });
    const { release } = await ops.call(getActiveRelease, {});
    for (const { path } of release?.files ?? []) expect(path).toMatch(/^(\/[\w.-]+)+$/);
    expect(await ops.live()).toBe(done.releaseId);
    expect(done.buildLogs.join('\n')).toMatch(/built in/);
    expect(done.buildLogs).toContain('SECRET=undefined MONGO=undefined');
    expect(await readdir(process.env['BUILDS_DIR'] ?? '')).toEqual([]);

    const started = await spy.waitFor(deploymentEvents.started);
    expect(started.payload).toMatchObject({ deploymentId: id, kind: 'deploy' });
    const over = await spy.waitFor(deploymentEvents.ended);
    expect(over.payload).toMatchObject({ stage: 'completed', releaseId: done.releaseId });
    expect(over.actor).toMatchObject({ role: 'admin', name: 'asha' });
  }, 90_000);

  it('runs alone, however many are requested at once, and keeps at most 1 MB of its log', async () => {
    await ops.project.behave({ slowMs: 300, lines: 700 });
    const { total } = await ops.call(listDeployments, { page: 1, limit: 1 });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => ops.call(startDeployment, { projectName: 'At once' })),
    );
    expect(new Set(answers.map(({ deploymentId }) => deploymentId)).size).toBe(1);
    expect(answers.filter(({ alreadyRunning }) => !alreadyRunning)).toHaveLength(1);
    const done = await ops.ended(answers[0]?.deploymentId ?? '');
    expect((await ops.call(listDeployments, { page: 1, limit: 1 })).total).toBe(total + 1);
    const bytes = Buffer.byteLength(done.buildLogs.join('\n'));
    expect(done).toMatchObject({ stage: 'completed', isLogCut: true });
    expect(bytes).toBeLessThanOrEqual(1_000_000);
    expect(bytes).toBeGreaterThan(800_000);
    expect(done.buildLogs.at(-1)).toBe('Completed.');
    expect(done.buildLogs.join('')).not.toMatch(/[\u0000-\u001f\u007f]/);
  }, 90_000);

  it.each([
    ['its build fails', 'buildFailed', true, true, 'this build is broken'],
    ['the API does not answer', 'smokeFailed', false, false, '/api/config answered with 503.'],
  ])('fails if %s, and the active release stays', async (_, fault, isBroken, isApiUp, line) => {
    const live = await ops.live();
    await ops.project.behave({ isBroken });
    ops.site.isApiUp = isApiUp;
    const done = await deploy();
    expect(done).toMatchObject({ stage: 'failed', fault });
    if (isBroken) expect(done).not.toHaveProperty('releaseId');
    expect(done.buildLogs.join('\n')).toContain(line);
    expect(await ops.live()).toBe(live);
  });

  const increment = { $inc: { version: 1 } };
  const interrupted = { $inc: { token: 1 }, $set: { takeovers: 3, seenAt: new Date(0) } };
  it.each([
    ['another deployment switches', 'switchLost', 'active_release', increment],
    ['its worker has stopped too often', 'interrupted', 'deployments', interrupted],
  ])('fails if %s, and the active release stays', async (_, fault, collection, change) => {
    const live = await ops.live();
    await ops.project.behave({ slowMs: 500 });
    const id = await ops.start();
    const isBuilding = async () => (await ops.call(getDeployment, { id })).stage === 'building';
    await waitUntil(isBuilding, 'it does not build', 30_000);
    const filter = collection === 'deployments' ? { _id: new Types.ObjectId(id) } : {};
    await ops.db.collection(collection).updateOne(filter, change);
    expect(await ops.ended(id)).toMatchObject({ stage: 'failed', fault });
    expect(await ops.live()).toBe(live);
  });
});

describe('a domain', () => {
  it('that DNS does not know completes with findings, and can be verified later', async () => {
    const done = await ops.ended(await ops.start({ domain: 'https://clinic.invalid/x' }));
    expect(done).toMatchObject({
      stage: 'completed',
      domain: 'clinic.invalid',
      isUnverified: true,
    });
    expect(done.findings.some(({ severity }) => severity === 'error')).toBe(true);
    expect(done.timeline.find(({ stage }) => stage === 'dns_checking')?.outcome).toBe('failed');
    const { payload } = spy.of(deploymentEvents.started).at(-1) ?? {};
    expect(payload).toMatchObject({ kind: 'deploy', domain: 'clinic.invalid' });
    const again = await ops.call(verifyDeployment, { id: done.deploymentId });
    expect(again).toMatchObject({ stage: 'completed', isUnverified: true });
  }, 90_000);

  it('is rejected if it is none, and cannot be verified if a deployment has none', async () => {
    const invalid = { code: 'DOMAIN_NOT_VALID' };
    await expect(ops.start({ domain: '../etc' })).rejects.toMatchObject(invalid);
    const { items } = await ops.call(listDeployments, { page: 1, limit: 100 });
    const done = items.find(({ stage, domain }) => stage === 'completed' && domain === undefined);
    const verified = ops.call(verifyDeployment, { id: done?.deploymentId ?? '' });
    await expect(verified).rejects.toMatchObject({ code: 'NOT_VERIFIABLE' });
  });
});

describe('an update of the bundled site', () => {
  const [monday, tuesday] = ['a'.repeat(64), 'b'.repeat(64)];
  const active = async (bundle: string): Promise<string[]> => {
    const { releases: all } = await ops.call(listReleases, { bundle });
    return all.filter(({ isActive }) => isActive).map(({ id }) => id);
  };
  let first: string;

  it('ends the release that has replaced the bundled site', async () => {
    first = (await ops.live()) ?? '';
    expect(await ops.call(getActiveRelease, {})).toMatchObject({ bundle: monday });
    expect([await active(monday), await served()]).toEqual([[first], first]);
    ops.site.update(tuesday);
    const hasEnded = async () => (await served()) === undefined;
    await waitUntil(hasEnded, 'the release is still served', 20_000);
    expect(await active(tuesday)).toEqual([]);
  });

  it('stays after the rollback of a deployment that the site does not serve', async () => {
    ops.site.follows = false;
    const done = await deploy();
    expect(done).toMatchObject({ stage: 'failed', fault: 'probeFailed' });
    expect(done).not.toHaveProperty('deploymentUrl');
    expect((await listed()).map(({ id }) => id)).not.toContain(done.releaseId);
    ops.site.follows = true;
    const { revision, release, bundle } = await ops.call(getActiveRelease, {});
    expect([release?.id, bundle]).toEqual([first, monday]);
    await waitUntil(() => ops.site.seen === revision, 'the site does not poll', 20_000);
    expect(await served()).toBeUndefined();
  });

  it('does not keep a release from being restored', async () => {
    expect(await restore(first)).toMatchObject({ kind: 'rollback', stage: 'completed' });
    expect([await served(), await active(tuesday)]).toEqual([first, [first]]);
  });

  it('ends a release whose old pointer names no bundle', async () => {
    const unset = { $unset: { bundle: 1, previousBundle: 1 } };
    await ops.db.collection('active_release').updateOne({}, unset);
    expect(await ops.call(getActiveRelease, {})).not.toHaveProperty('bundle');
    expect(await active(tuesday)).toEqual([]);
    const done = await deploy();
    expect(done).toMatchObject({ stage: 'completed' });
    expect(await active(tuesday)).toEqual([done.releaseId]);
  });

  it('makes no deployment switch if the site does not return the id of its bundle', async () => {
    const { revision } = await ops.call(getActiveRelease, {});
    ops.site.bundle = 'unknown';
    expect(await deploy()).toMatchObject({ stage: 'failed', fault: 'probeFailed' });
    ops.site.bundle = tuesday;
    expect((await ops.call(getActiveRelease, { known: revision })).revision).toBe(revision);
  });
});

describe('releases', () => {
  it('are kept, five and the active one, and the files of other installations', async () => {
    const theirs = [`releases/${'e'.repeat(24)}/${'e'.repeat(64)}`, `releases/${'d'.repeat(64)}`];
    for (const folder of theirs) await put(folder);
    // As an earlier version has stored it.
    const old = await releases().findOne({ _id: new Types.ObjectId(await ops.live()) });
    if (!old?.folder) throw new Error('there is no release');
    for (const { path } of old.files) {
      const content = await store().read(`${old.folder}${path}`);
      await store().put(`releases/${old.hash}${path}`, content, 'text/plain');
    }
    await store().removeFolder(old.folder);
    await releases().updateOne({ _id: old._id }, { $unset: { folder: 1 } });

    for (let made = 0; made < 3; made += 1)
      expect(await deploy(`Release ${made}`)).toMatchObject({ stage: 'completed' });
    for (const folder of theirs) expect(await contentOf(folder)).toBe('theirs');
    const kept = await listed();
    expect(kept.map(({ isActive }) => isActive)).toEqual([true, ...Array(5).fill(false)]);
    const { earlier } = await ops.call(getActiveRelease, {});
    const ids = kept.slice(1).map(({ id }) => id);
    expect(earlier.map(({ id }) => id).sort()).toEqual(ids.sort());

    const id = old._id.toHexString();
    const done = await restore(id);
    expect(done).toMatchObject({ kind: 'rollback', stage: 'completed', releaseId: id });
    expect(done.timeline.find(({ stage }) => stage === 'building')?.outcome).toBe('skipped');
    const event = { deploymentId: done.deploymentId, kind: 'rollback', releaseId: id };
    expect(spy.of(deploymentEvents.started).at(-1)?.payload).toMatchObject(event);
    expect([await served(), await ops.live()]).toEqual([id, id]);
    const { revision, bundle } = await ops.call(getActiveRelease, {});
    expect(bundle).toBe(ops.site.bundle);
    const known = await ops.call(getActiveRelease, { known: revision });
    expect(known).toEqual({ revision, bundle, earlier: [] });
    const after = await listed();
    expect(after.find(({ isActive }) => isActive)?.id).toBe(id);
    expect(after).toHaveLength(6);
  }, 90_000);

  it('that are not there, or lost a file in the storage, are not activated', async () => {
    const missing = { code: 'NOT_FOUND', params: { kind: 'release' } };
    await expect(restore('f'.repeat(24))).rejects.toMatchObject(missing);
    const live = await ops.live();
    const id = (await listed()).find(({ isActive }) => !isActive)?.id ?? '';
    const lost = { $set: { 'files.0.sha256': '0'.repeat(64) } };
    await releases().updateOne({ _id: new Types.ObjectId(id) }, lost);
    expect(await restore(id)).toMatchObject({ stage: 'failed', fault: 'releaseGone' });
    expect(await ops.live()).toBe(live);
  });

  it('are listed again once the record of the active one is back', async () => {
    const { revision, release } = await ops.call(getActiveRelease, {});
    const lost = await releases().findOneAndDelete({ _id: new Types.ObjectId(release?.id) });
    if (!lost) throw new Error('there is no such release');
    const unavailable = { code: 'SERVICE_UNAVAILABLE' };
    await expect(ops.call(getActiveRelease, {})).rejects.toMatchObject(unavailable);
    expect(await ops.call(getActiveRelease, { known: revision })).toMatchObject({ revision });
    await releases().insertOne(lost);
    expect(await ops.live()).toBe(release?.id);
  });

  it('are not removed after a takeover, nor if they are listed by then', async () => {
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

    const repository = ops.worker.get(ReleasesRepository);
    const [one] = await repository.all();
    if (!one) throw new Error('there is no release');
    const other = { ...one, _id: new Types.ObjectId(), hash, folder };
    asked = 0;
    await publisher.removeExpired(before, async () => {
      asked += 1;
      if (asked > 1) await repository.insert(other);
    });
    expect(asked).toBeGreaterThan(1);
    expect(await contentOf(folder)).toBe('new');

    await repository.remove([other._id]);
    await publisher.removeExpired(before, () => Promise.resolve());
    await expect(store().get(`${folder}/index.html`)).rejects.toMatchObject({
      name: 'ObjectNotFoundError',
    });
  }, 60_000);
});
