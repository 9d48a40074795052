import { access, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
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
const liveData = async (): Promise<unknown> => (await fetch(`${ops.origin}/release.json`)).json();

describe('a deployment', () => {
  it('builds, stores, checks and activates its release, and sees it served', async () => {
    const mark = `${tmpdir()}/ran-${Date.now()}`;
    const projectName = `ಬಣ್ಣ $(touch ${mark}); \`id\` ../../x "\u202e' && {{7*7}} <b>`;
    await ops.project.behave({ isReal: true });
    const id = await ops.start({ projectName });
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
    expect(await liveData()).toMatchObject({
      releaseId: done.releaseId,
      projectName,
    });
    // Nothing of the name was executed.
    await expect(access(mark)).rejects.toMatchObject({ code: 'ENOENT' });
    const { release } = await ops.call(getActiveRelease, {});
    for (const { path } of release?.files ?? []) expect(path).toMatch(/^(\/[\w.-]+)+$/);
    expect(await ops.live()).toBe(done.releaseId);
    expect(done.buildLogs.join('\n')).toMatch(/built in/);
    expect(done.buildLogs).toContain('SECRET=undefined MONGO=undefined');
    expect(await readdir(process.env['BUILDS_DIR'] ?? '')).toEqual([]);

    const started = await spy.waitFor(deploymentEvents.started);
    expect(started.payload).toMatchObject({ deploymentId: id });
    const over = await spy.waitFor(deploymentEvents.ended);
    expect(over.payload).toMatchObject({ stage: 'completed', releaseId: done.releaseId });
    expect(over.actor).toMatchObject({ role: 'admin', name: 'asha' });
  }, 90_000);

  it('runs alone, however many are requested at once', async () => {
    await ops.project.behave({ slowMs: 300 });
    const before = await ops.call(listDeployments, { page: 1, limit: 100 });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => ops.call(startDeployment, { projectName: 'At once' })),
    );
    expect(new Set(answers.map(({ deploymentId }) => deploymentId)).size).toBe(1);
    expect(answers.filter(({ alreadyRunning }) => !alreadyRunning)).toHaveLength(1);
    await ops.ended(answers[0]?.deploymentId ?? '');
    const after = await ops.call(listDeployments, { page: 1, limit: 100 });
    expect(after.total).toBe(before.total + 1);
  }, 90_000);

  it('fails with its build, and the active release stays', async () => {
    const live = await ops.live();
    await ops.project.behave({ isBroken: true });
    const done = await deploy();
    expect(done).toMatchObject({ stage: 'failed', fault: 'buildFailed' });
    expect(done).not.toHaveProperty('releaseId');
    expect(done.buildLogs.join('\n')).toMatch(/this build is broken/);
    expect(await ops.live()).toBe(live);
  }, 90_000);

  it('fails before the switch if the API does not answer', async () => {
    const live = await ops.live();
    ops.site.isApiUp = false;
    const done = await deploy();
    expect(done).toMatchObject({ stage: 'failed', fault: 'smokeFailed' });
    const answered = `${ops.origin}/api/config answered with 503.`;
    expect(done.buildLogs).toContain(`The release did not pass its check. ${answered}`);
    expect(await ops.live()).toBe(live);
  }, 90_000);

  it('is rolled back if the site does not serve it', async () => {
    const live = await ops.live();
    ops.site.follows = false;
    const done = await deploy();
    expect(done).toMatchObject({ stage: 'failed', fault: 'probeFailed' });
    expect(done).not.toHaveProperty('deploymentUrl');
    expect(await ops.live()).toBe(live);
    ops.site.follows = true;
    const { releases } = await ops.call(listReleases, {});
    expect(releases.map(({ id }) => id)).not.toContain(done.releaseId);
  }, 90_000);

  it('does not switch if another deployment has switched', async () => {
    const live = await ops.live();
    await ops.project.behave({ slowMs: 800 });
    const id = await ops.start();
    await waitUntil(
      async () => (await ops.call(getDeployment, { id })).stage === 'building',
      '',
      30_000,
    );
    await ops.db.collection('active_release').updateOne({}, { $inc: { version: 1 } });
    expect(await ops.ended(id)).toMatchObject({ stage: 'failed', fault: 'switchLost' });
    expect(await ops.live()).toBe(live);
  }, 90_000);

  it('fails if its worker has stopped too often, and the active release stays', async () => {
    const live = await ops.live();
    await ops.project.behave({ slowMs: 800 });
    const id = await ops.start();
    const _id = new Types.ObjectId(id);
    const deployments = ops.db.collection('deployments');
    const isTaken = async () => (await deployments.countDocuments({ _id, takeovers: 1 })) === 1;
    await waitUntil(isTaken, 'no worker has it', 30_000);
    const interrupted = { takeovers: 3, seenAt: new Date(0) };
    await deployments.updateOne({ _id }, { $inc: { token: 1 }, $set: interrupted });
    expect(await ops.ended(id)).toMatchObject({ stage: 'failed', fault: 'interrupted' });
    expect(await ops.live()).toBe(live);
  }, 60_000);

  it('keeps at most 1 MB of what its build writes, without colours', async () => {
    await ops.project.behave({ lines: 700 });
    const done = await deploy();
    const bytes = Buffer.byteLength(done.buildLogs.join('\n'));
    expect(done).toMatchObject({ stage: 'completed', isLogCut: true });
    expect(bytes).toBeLessThanOrEqual(1_000_000);
    expect(bytes).toBeGreaterThan(800_000);
    expect(done.buildLogs.at(-1)).toBe('Completed.');
    expect(done.buildLogs.join('')).not.toMatch(/[\u0000-\u001f\u007f]/);
  }, 90_000);
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

describe('releases', () => {
  it('are kept, five and the active one, and one of them can be restored', async () => {
    for (let made = 0; made < 3; made += 1)
      expect(await deploy(`Release ${made}`)).toMatchObject({ stage: 'completed' });
    const { releases } = await ops.call(listReleases, {});
    expect(releases).toHaveLength(6);
    expect(releases.map(({ isActive }) => isActive)).toEqual([true, ...Array(5).fill(false)]);
    const { earlier } = await ops.call(getActiveRelease, {});
    expect(earlier.map(({ id }) => id).sort()).toEqual(
      releases
        .slice(1)
        .map(({ id }) => id)
        .sort(),
    );

    const oldest = releases.at(-1);
    const { deploymentId } = await ops.call(activateRelease, { id: oldest?.id ?? '' });
    const done = await ops.ended(deploymentId);
    expect(done).toMatchObject({ kind: 'rollback', stage: 'completed', releaseId: oldest?.id });
    expect(done.timeline.find(({ stage }) => stage === 'building')?.outcome).toBe('skipped');
    expect(await liveData()).toMatchObject({ releaseId: oldest?.id });
    const { revision, bundle } = await ops.call(getActiveRelease, {});
    expect(bundle).toBe(ops.site.bundle);
    const known = await ops.call(getActiveRelease, { known: revision });
    expect(known).toEqual({ revision, bundle, earlier: [] });
    const after = await ops.call(listReleases, {});
    expect(after.releases.find(({ isActive }) => isActive)?.id).toBe(oldest?.id);
    expect(after.releases).toHaveLength(6);
  }, 240_000);

  it('that lost a file in the storage are not activated', async () => {
    const live = await ops.live();
    const { releases } = await ops.call(listReleases, {});
    const other = releases.find(({ isActive }) => !isActive);
    const _id = new Types.ObjectId(other?.id);
    await ops.db
      .collection('releases')
      .updateOne({ _id }, { $set: { 'files.0.sha256': '0'.repeat(64) } });
    const { deploymentId } = await ops.call(activateRelease, { id: other?.id ?? '' });
    expect(await ops.ended(deploymentId)).toMatchObject({ stage: 'failed', fault: 'releaseGone' });
    expect(await ops.live()).toBe(live);
  }, 60_000);

  it('are listed again once the record of the active one is back', async () => {
    const { revision, release } = await ops.call(getActiveRelease, {});
    const _id = new Types.ObjectId(release?.id);
    const lost = await ops.db.collection('releases').findOneAndDelete({ _id });
    if (!lost) throw new Error('there is no such release');
    await expect(ops.call(getActiveRelease, {})).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    expect(await ops.call(getActiveRelease, { known: revision })).toMatchObject({ revision });
    await ops.db.collection('releases').insertOne(lost);
    expect(await ops.live()).toBe(release?.id);
  }, 60_000);

  it('that do not exist cannot be restored', async () => {
    await expect(ops.call(activateRelease, { id: 'f'.repeat(24) })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      params: { kind: 'release' },
    });
  });
});
