import { waitUntil } from '@ctdb/chassis/testing';
import { activateRelease, getActiveRelease, listReleases } from '@ctdb/contracts';
import { expect, it } from 'vitest';
import { testOps } from './deploy-support/ops.js';

const ops = testOps('inside');
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
