import { until } from '@ctdb/chassis/testing';
import { getActiveRelease, getDeployment } from '@ctdb/contracts';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Types } from 'mongoose';
import { newLease } from '../src/deployments/held-lease.js';
import { DeploymentsRepository } from '../src/deployments/deployments.repository.js';
import { deploymentTiming } from '../src/deployments/timing.js';
import { Kills, LIMIT_MS, moments } from './deploy-support/kills.js';

const kills = new Kills();
const { ops } = kills;

beforeAll(() => kills.begin(), 150_000);

describe('a deployment whose worker is killed', () => {
  it.each(moments)(
    'in %s after %i ms is over within a minute (round %i)',
    async (...moment) => {
      const id = await kills.killAt(moment, () => ops.process.kill());
      const killedAt = Date.now();
      await ops.process.start();
      const done = await ops.ended(id, LIMIT_MS);
      expect(Date.now() - killedAt).toBeLessThan(LIMIT_MS);
      if (done.stage === 'failed') expect(done.fault).toBe('interrupted');
      await kills.isWhole(done);
    },
    180_000,
  );

  it('is finished although the clock was moved back by an hour meanwhile', async () => {
    const id = await kills.killAt(['building', 0, 0], () => ops.process.kill());
    const ahead = new Date(Date.now() + 3_600_000);
    const lease = { 'lease.staleAt': ahead, 'lease.until': ahead };
    const _id = new Types.ObjectId(id);
    const $set = { ...lease, startedAt: ahead, workedAt: ahead };
    await ops.db.collection('deployments').updateOne({ _id }, { $set });
    await ops.process.start();
    const done = await ops.ended(id, LIMIT_MS);
    expect(done).toMatchObject({ stage: 'completed' });
    await kills.isWhole(done);
  }, 180_000);

  it('and never comes back is failed by whoever is left, and what was live stays so', async () => {
    const id = await ops.start({ projectName: 'Left alone' });
    await kills.reached(id, 'building');
    await ops.process.kill();
    const done = await ops.ended(id, LIMIT_MS);
    expect(done).toMatchObject({ stage: 'failed', fault: 'interrupted' });
    await kills.isWhole(done);
    // The slot is free again.
    await ops.process.start();
    await kills.isWhole(await ops.ended(await ops.start(), 90_000));
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
    await kills.isWhole(done);
    expect((await ops.call(getActiveRelease, {})).revision).toBe(revision + 1);
    ops.site.follows = true;
    await ops.process.start();
  }, 240_000);

  it('every time is given up', async () => {
    const id = await ops.start({ projectName: 'Kills workers' });
    await kills.reached(id, 'building');
    await ops.process.kill();
    await ops.db
      .collection('deployments')
      .updateOne({ _id: new Types.ObjectId(id) }, { $set: { takeovers: 3 } });
    await ops.process.start();
    const done = await ops.ended(id, LIMIT_MS);
    expect(done).toMatchObject({ stage: 'failed', fault: 'interrupted' });
    await kills.isWhole(done);
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
    await kills.isWhole(await ops.ended(id.toHexString(), 90_000));
  }, 150_000);
});
