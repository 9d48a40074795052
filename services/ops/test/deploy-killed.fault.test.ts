import { waitUntil, type ServiceProcess } from '@ctdb/chassis/testing';
import { getActiveRelease } from '@ctdb/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { Types } from 'mongoose';
import { Kills, LIMIT_MS, moments, type Moment } from './deploy-support/kills.js';
import { opsProcess } from './deploy-support/ops.js';

const kills = new Kills();
const { ops } = kills;

beforeAll(() => kills.begin(), 150_000);

/** Kills processes at this moment of a deployment and starts them again. */
const killAndRestart = async (moment: Moment, processes: ServiceProcess[]): Promise<void> => {
  const id = await kills.killAt(moment, () => Promise.all(processes.map((each) => each.kill())));
  const killedAt = Date.now();
  await Promise.all(processes.map((each) => each.start()));
  const done = await ops.ended(id, LIMIT_MS);
  expect(Date.now() - killedAt).toBeLessThan(LIMIT_MS);
  if (done.stage === 'failed') expect(done.fault).toBe('interrupted');
  await kills.isWhole(done);
};

describe('a deployment whose worker is killed', () => {
  it.each(moments)(
    'in %s after %i ms is over within a minute (round %i)',
    (...moment) => killAndRestart(moment, [ops.process]),
    180_000,
  );

  it('is finished although the clock was moved back by two hours meanwhile', async () => {
    const id = await kills.killAt(['building', 0, 0], () => ops.process.kill());
    const ahead = new Date(Date.now() + 7_200_000);
    const _id = new Types.ObjectId(id);
    const $set = { startedAt: ahead, seenAt: ahead, waitingSince: ahead };
    await ops.db.collection('deployments').updateOne({ _id }, { $set });
    await ops.process.start();
    const done = await ops.ended(id, LIMIT_MS);
    expect(done).toMatchObject({ stage: 'completed' });
    await kills.isWhole(done);
  }, 180_000);

  it('and never restarts fails, and the active release stays', async () => {
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

  it('after the switch and never restarts is rolled back', async () => {
    ops.site.follows = false;
    const id = await ops.start({ projectName: 'Switched and left' });
    const _id = new Types.ObjectId(id);
    const isSwitched = async () =>
      (await ops.db.collection('active_release').countDocuments({ deploymentId: _id })) === 1;
    await waitUntil(isSwitched, 'nothing is switched', 60_000);
    const { revision } = await ops.call(getActiveRelease, {});
    await ops.process.kill();
    const done = await ops.ended(id, LIMIT_MS);
    expect(done).toMatchObject({ stage: 'failed', fault: 'interrupted' });
    await kills.isWhole(done);
    expect((await ops.call(getActiveRelease, {})).revision).toBe(revision + 1);
    ops.site.follows = true;
    await ops.process.start();
  }, 240_000);

  it('every time fails', async () => {
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

describe('a deployment of which all processes are killed', () => {
  let main: ServiceProcess;

  beforeAll(async () => {
    // From here on no process of ops runs inside the test.
    await ops.service.close();
    main = opsProcess(ops.env, 'main');
    // The site polls it to the end.
    ops.env.onEnd(() => ops.site.close());
    await main.start();
  }, 120_000);

  it.each(moments.filter(([stage]) => stage === 'deploying'))(
    'in %s after %i ms is over within a minute (round %i)',
    (...moment) => killAndRestart(moment, [ops.process, main]),
    180_000,
  );
});
