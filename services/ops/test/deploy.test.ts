import { eventSpy, waitUntil, type EventSpy } from '@ctdb/chassis/testing';
import {
  activateRelease,
  deploymentEvents,
  getActiveSite,
  getDeployment,
  listDeployments,
  listReleases,
  startDeployment,
  verifyDeployment,
} from '@ctdb/contracts';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Types } from 'mongoose';
import { ActiveSiteRepository } from '../src/deployments/active-site.repository.js';
import { DeploymentFinisher } from '../src/deployments/deployment-finisher.js';
import type { DeploymentRecord } from '../src/deployments/deployment.record.js';
import { releasesToDeployments } from '../src/deployments/releases.migration.js';
import { SitePublisher } from '../src/deployments/site-publisher.js';
import { testOps } from './deploy-support/ops.js';

const ops = testOps('inside');
let spy: EventSpy;

beforeAll(async () => {
  spy = await eventSpy(ops.env, deploymentEvents.started, deploymentEvents.ended);
});
beforeEach(async () => {
  ops.site.follows = true;
  await ops.built.build('first');
});

const deploy = async (projectName = 'Clinic') => ops.ended(await ops.start({ projectName }));
const goBack = async (id: string) =>
  ops.ended((await ops.call(activateRelease, { id })).deploymentId);
const shown = async () => (await ops.call(getActiveSite, {})).site;
const listed = async () => (await ops.call(listReleases, {})).releases;
const deployments = () => ops.db.collection<DeploymentRecord>('deployments');

describe('a deployment', () => {
  it('publishes the site, shows its name, and sees that shown', async () => {
    const projectName = `ಬಣ್ಣ $(id); ../../x "' && {{7*7}} <b>`;
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
    const { releaseId } = done;
    expect(await shown()).toMatchObject({ releaseId, projectName, isVerified: false });
    expect(ops.site.shown).toMatchObject({ releaseId, projectName });
    expect(done.buildLogs[0]).toMatch(/^The site is complete: \d+ files, \d+ bytes\.$/);
    expect(done.buildLogs).toContain(`${ops.origin} serves the release.`);
    expect(done.buildLogs.at(-1)).toBe('Completed.');

    const started = await spy.waitFor(deploymentEvents.started);
    expect(started.payload).toMatchObject({ deploymentId: id, kind: 'deploy' });
    const over = await spy.waitFor(deploymentEvents.ended);
    expect(over.payload).toMatchObject({ stage: 'completed', releaseId });
    expect(over.actor).toMatchObject({ role: 'admin', name: 'asha' });
  }, 90_000);

  it('runs alone, however many are requested at once', async () => {
    ops.site.follows = false;
    const { total } = await ops.call(listDeployments, { page: 1, limit: 1 });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => ops.call(startDeployment, { projectName: 'At once' })),
    );
    ops.site.follows = true;
    expect(new Set(answers.map(({ deploymentId }) => deploymentId)).size).toBe(1);
    expect(answers.filter(({ alreadyRunning }) => !alreadyRunning)).toHaveLength(1);
    const done = await ops.ended(answers[0]?.deploymentId ?? '');
    expect(done).toMatchObject({ stage: 'completed' });
    expect((await ops.call(listDeployments, { page: 1, limit: 1 })).total).toBe(total + 1);
  }, 90_000);

  it.each([
    ['a file differs', () => ops.built.write('/assets/app-first.js', 'x'), 'app-first.js is not'],
    [
      'a page is missing',
      () => ops.built.build('first', ['/pages/kn/landing.html']),
      '/pages/kn/landing.html is missing.',
    ],
    [
      'a page names what is missing',
      () => ops.built.build('first', ['/assets/app-first.js']),
      'names /assets/app-first.js, which is missing.',
    ],
  ])('fails if %s, and visitors see what they saw', async (_, change, line) => {
    const before = await shown();
    await change();
    const done = await deploy();
    expect(done).toMatchObject({ stage: 'failed', fault: 'buildFailed' });
    expect(done).not.toHaveProperty('releaseId');
    expect(done.buildLogs.join('\n')).toContain(line);
    expect(await shown()).toEqual(before);
  });

  it('fails if another one switches meanwhile', async () => {
    const before = await shown();
    const publisher = ops.worker.get(SitePublisher);
    const publish = publisher.publish.bind(publisher);
    vi.spyOn(publisher, 'publish').mockImplementationOnce(async (...args) => {
      const active = ops.worker.get(ActiveSiteRepository);
      await active.get().then((now) => active.switch(now.version, now.shown));
      await publish(...args);
    });
    expect(await deploy()).toMatchObject({ stage: 'failed', fault: 'switchLost' });
    expect(await shown()).toEqual(before);
  });

  it('fails if its workers stop too often after the switch, and the former pointer is back', async () => {
    const before = await shown();
    ops.site.follows = false;
    const id = await ops.start({ projectName: 'Interrupted' });
    const isSwitched = async () => (await shown())?.projectName === 'Interrupted';
    await waitUntil(isSwitched, 'it does not switch', 30_000);
    const interrupted = { $inc: { token: 1 }, $set: { takeovers: 3, seenAt: new Date(0) } };
    await deployments().updateOne({ _id: new Types.ObjectId(id) }, interrupted);
    expect(await ops.ended(id)).toMatchObject({ stage: 'failed', fault: 'interrupted' });
    expect(await shown()).toEqual(before);
  }, 90_000);

  it('fails if the gateways do not show it, and the former pointer is back', async () => {
    const before = await shown();
    ops.site.follows = false;
    const done = await deploy('Unseen');
    expect(done).toMatchObject({ stage: 'failed', fault: 'probeFailed' });
    expect(done).not.toHaveProperty('deploymentUrl');
    expect(await shown()).toEqual(before);
    expect((await listed()).map(({ projectName }) => projectName)).not.toContain('Unseen');
  }, 90_000);

  it('is not undone by a worker that has lost it', async () => {
    const { deploymentId } = await deploy('Kept');
    const stored = await deployments().findOne({ _id: new Types.ObjectId(deploymentId) });
    const lost = { ...stored, stage: 'deploying' } as DeploymentRecord;
    const stopped = ops.worker.get(DeploymentFinisher).stop(lost, 'tooLong');
    await expect(stopped).rejects.toThrow('another worker has taken over');
    expect(await shown()).toMatchObject({ projectName: 'Kept' });
  });
});

it('a domain that DNS does not know completes with findings, and can be verified later', async () => {
  const done = await ops.ended(await ops.start({ domain: 'https://clinic.invalid/x' }));
  expect(done).toMatchObject({
    stage: 'completed',
    domain: 'clinic.invalid',
    isUnverified: true,
  });
  expect(await shown()).toMatchObject({ domain: 'clinic.invalid', isVerified: false });
  expect(done.findings.some(({ severity }) => severity === 'error')).toBe(true);
  expect(done.timeline.find(({ stage }) => stage === 'dns_checking')?.outcome).toBe('failed');
  const { payload } = spy.of(deploymentEvents.started).at(-1) ?? {};
  expect(payload).toMatchObject({ kind: 'deploy', domain: 'clinic.invalid' });
  const again = await ops.call(verifyDeployment, { id: done.deploymentId });
  expect(again).toMatchObject({ stage: 'completed', isUnverified: true });
}, 90_000);

it('a domain is rejected if it is none, and cannot be verified if a deployment has none', async () => {
  const invalid = { code: 'DOMAIN_NOT_VALID' };
  await expect(ops.start({ domain: '../etc' })).rejects.toMatchObject(invalid);
  const { items } = await ops.call(listDeployments, { page: 1, limit: 100 });
  const done = items.find(({ stage, domain }) => stage === 'completed' && domain === undefined);
  const verified = ops.call(verifyDeployment, { id: done?.deploymentId ?? '' });
  await expect(verified).rejects.toMatchObject({ code: 'NOT_VERIFIABLE' });
});

it('releases are the last five and the active one, and each can be gone back to', async () => {
  for (let made = 1; made <= 5; made += 1)
    expect(await deploy(`Release ${made}`)).toMatchObject({ stage: 'completed' });
  const kept = await listed();
  expect(kept.map(({ isActive }) => isActive)).toEqual([true, ...Array(5).fill(false)]);
  const { hash = '', files = 0, bytes = 0, id = '' } = kept[1] ?? {};
  expect([hash.length, files > 1, bytes > 1]).toEqual([64, true, true]);

  const done = await goBack(id);
  expect(done).toMatchObject({ kind: 'rollback', stage: 'completed', releaseId: id });
  expect(done.timeline.find(({ stage }) => stage === 'building')?.outcome).toBe('skipped');
  const event = { deploymentId: done.deploymentId, kind: 'rollback' };
  expect(spy.of(deploymentEvents.started).at(-1)?.payload).toMatchObject(event);
  expect(await shown()).toMatchObject({ releaseId: id, projectName: 'Release 4' });
  const after = await listed();
  expect(after.find(({ isActive }) => isActive)?.id).toBe(id);
  expect(after).toHaveLength(6);
}, 120_000);

it('releases that are not there are not gone back to', async () => {
  const missing = { code: 'NOT_FOUND', params: { kind: 'release' } };
  await expect(goBack('f'.repeat(24))).rejects.toMatchObject(missing);
});

it('releases of the version before are shown and can be gone back to, and the active one stays it', async () => {
  const done = await deploy('Before');
  const _id = new Types.ObjectId(done.releaseId);
  const own = { _id: new Types.ObjectId(done.deploymentId) };
  const finding = { code: 'routeNotReady', severity: 'error' };
  await ops.db.collection('deployments').updateOne(own, {
    $unset: { site: 1 },
    $set: { findings: [finding], base: { version: 7, releaseId: null } },
  });
  const domain = 'clinic.example';
  const files = [{ path: '/index.html', sha256: 'a', bytes: 9 }];
  const old = { _id, hash: 'c'.repeat(64), projectName: 'Before', domain, files, bytes: 9 };
  await ops.db.collection('releases').insertOne({ ...old, isWithdrawn: false });
  await ops.db
    .collection('active_release')
    .insertOne({ releaseId: _id, deploymentId: own._id, activatedAt: new Date() });
  await ops.db.collection('active_site').deleteMany({});
  expect((await deployments().findOne(own))?.site).toBeUndefined();

  await releasesToDeployments.up(ops.db);
  expect(await shown()).toMatchObject({ projectName: 'Before', domain, isVerified: false });
  expect(await ops.call(getDeployment, { id: done.deploymentId })).toMatchObject({
    findings: [],
  });
  expect((await listed())[0]).toMatchObject({ id: done.releaseId, files: 1, isActive: true });
  expect(await deploy('After')).toMatchObject({ stage: 'completed' });
  expect(await goBack(_id.toHexString())).toMatchObject({ stage: 'completed' });
  expect(await shown()).toMatchObject({ projectName: 'Before' });
}, 90_000);
