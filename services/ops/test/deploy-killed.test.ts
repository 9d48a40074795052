import { setTimeout as pause } from 'node:timers/promises';
import { until } from '@ctdb/chassis/testing';
import {
  getActiveRelease,
  getDeployment,
  type DeploymentDetail,
  type DeploymentStage,
} from '@ctdb/contracts';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import type { DeploymentRecord } from '../src/deployments/deployment.schema.js';
import { newLease } from '../src/deployments/held-lease.js';
import { DeploymentsRepository } from '../src/deployments/deployments.repository.js';
import { deploymentTiming } from '../src/deployments/timing.js';
import { testOps } from './deploy-support/ops.js';

const ops = testOps('process');
const SEED = Number(process.env['KILL_SEED'] ?? 1);
const ROUNDS = Number(process.env['KILL_ROUNDS'] ?? 1);
/** What the specification gives a deployment whose worker was killed. */
const LIMIT_MS = 60_000;

/** How long each stage takes here, about; milliseconds. */
const stages: [DeploymentStage, number][] = [
  ['preparing', 100],
  ['building', 1_500],
  ['deploying', 1_200],
  ['dns_checking', 300],
  ['ssl_setup', 100],
];

/** The same moments for the same seed. */
const moments = (() => {
  let state = SEED;
  const next = (below: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
  const each = (round: number) =>
    stages.map(([stage, length]) => [stage, next(length), round] as const);
  return Array.from({ length: ROUNDS }, (_, round) => each(round)).flat();
})();

let live: string | undefined;

const deployments = () => ops.db.collection<DeploymentRecord>('deployments');
const reached = (id: string, stage: DeploymentStage): Promise<void> => {
  const order = [...stages.map(([name]) => name), 'completed', 'failed'];
  return until(
    async () => {
      const now = await deployments().findOne({ _id: new Types.ObjectId(id) });
      if (!now || (now.takeovers === 0 && stage === 'preparing')) return false;
      return order.indexOf(now.stage) >= order.indexOf(stage);
    },
    `${stage} is not reached`,
    60_000,
  );
};

/** Whichever it is: one whole release, the new one after a success, the old one after a failure. */
const isWhole = async (done: DeploymentDetail): Promise<void> => {
  const now = await ops.live();
  expect(now).toBe(done.stage === 'completed' ? done.releaseId : live);
  live = now;
};

beforeAll(async () => {
  const first = await ops.ended(await ops.start({ projectName: 'First' }), 90_000);
  expect(first).toMatchObject({ stage: 'completed' });
  live = await ops.live();
}, 120_000);
beforeEach(async () => {
  await ops.project.behave({ slowMs: 1_000 });
});

describe('a deployment whose worker is killed', () => {
  it.each(moments)(
    'in %s after %i ms is over within a minute (round %i)',
    async (stage, milliseconds) => {
      const id = await ops.start({ projectName: `Killed in ${stage}`, domain: 'clinic.invalid' });
      await reached(id, stage);
      await pause(milliseconds);
      await ops.process.kill();
      const killedAt = Date.now();
      await ops.process.start();
      const done = await ops.ended(id, LIMIT_MS);
      expect(Date.now() - killedAt).toBeLessThan(LIMIT_MS);
      if (done.stage === 'failed') expect(done.fault).toBe('interrupted');
      await isWhole(done);
    },
    180_000,
  );

  it('and never comes back is failed by whoever is left, and what was live stays so', async () => {
    const id = await ops.start({ projectName: 'Left alone' });
    await reached(id, 'building');
    await ops.process.kill();
    const done = await ops.ended(id, LIMIT_MS);
    expect(done).toMatchObject({ stage: 'failed', fault: 'interrupted' });
    await isWhole(done);
    // The slot is free again.
    await ops.process.start();
    await isWhole(await ops.ended(await ops.start(), 90_000));
  }, 240_000);

  it('after the switch and never comes back is switched back', async () => {
    ops.site.follows = false;
    const id = await ops.start({ projectName: 'Switched and left' });
    const _id = new Types.ObjectId(id);
    const isSwitched = async () =>
      (await ops.db.collection('active_release').countDocuments({ deploymentId: _id })) === 1;
    await until(isSwitched, 'nothing is switched', 60_000);
    const { revision } = await ops.call(getActiveRelease, {});
    await ops.process.kill();
    const done = await ops.ended(id, LIMIT_MS);
    expect(done).toMatchObject({ stage: 'failed', fault: 'interrupted' });
    await isWhole(done);
    expect((await ops.call(getActiveRelease, {})).revision).toBe(revision + 1);
    ops.site.follows = true;
    await ops.process.start();
  }, 240_000);

  it('every time is given up', async () => {
    const id = await ops.start({ projectName: 'Kills workers' });
    await reached(id, 'building');
    await ops.process.kill();
    await deployments().updateOne({ _id: new Types.ObjectId(id) }, { $set: { takeovers: 3 } });
    await ops.process.start();
    const done = await ops.ended(id, LIMIT_MS);
    expect(done).toMatchObject({ stage: 'failed', fault: 'interrupted' });
    await isWhole(done);
  }, 120_000);
});

describe('a worker that was asleep', () => {
  it('writes nothing after another has taken over', async () => {
    const repository = ops.service.get(DeploymentsRepository);
    await ops.process.kill();
    const id = new Types.ObjectId(await ops.start({ projectName: 'Two workers' }));
    const [first, second] = [newLease(deploymentTiming), newLease(deploymentTiming)];
    expect(await repository.claim(id, first, new Date())).toMatchObject({ takeovers: 1 });
    expect(await repository.claim(id, second, new Date())).toBeNull();
    const later = new Date(Date.now() + deploymentTiming.stale + 1);
    expect(await repository.claim(id, second, later)).toMatchObject({ takeovers: 2 });
    expect(await repository.write(id, first.owner, { $set: { progress: 99 } })).toBeNull();
    expect(await repository.write(id, second.owner, { $set: { progress: 3 } })).not.toBeNull();
    expect(await ops.call(getDeployment, { id: id.toHexString() })).toMatchObject({ progress: 3 });
    await ops.process.start();
    await isWhole(await ops.ended(id.toHexString(), 90_000));
  }, 150_000);
});
