import { waitUntil, type ServiceProcess } from '@ctdb/chassis/testing';
import { getActiveSite } from '@ctdb/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { Types } from 'mongoose';
import { Kills, moments, momentsOfDeploying } from './deploy-support/kills.js';
import { opsProcess } from './deploy-support/ops.js';

const kills = new Kills();
const { ops } = kills;

beforeAll(() => kills.begin(), 150_000);

it.each(moments)(
  'a deployment whose worker is killed in %s after %i ms is over within a minute (round %i)',
  (...moment) => kills.killAndRestart(moment, [ops.process]),
  180_000,
);

it('a deployment whose worker is killed after the switch and never restarts is rolled back', async () => {
  ops.site.follows = false;
  const id = await ops.start({ projectName: 'Switched and left' });
  const _id = new Types.ObjectId(id);
  const isSwitched = async () =>
    (await ops.db.collection('active_site').countDocuments({ 'shown.deploymentId': _id })) === 1;
  await waitUntil(isSwitched, 'nothing is switched', 60_000);
  const { revision } = await ops.call(getActiveSite, {});
  await ops.process.kill();
  const done = await ops.ended(id);
  expect(done).toMatchObject({ stage: 'failed', fault: 'interrupted' });
  await kills.isWhole(done);
  expect((await ops.call(getActiveSite, {})).revision).toBe(revision + 1);
  ops.site.follows = true;
}, 240_000);

describe('a deployment of which all processes are killed', () => {
  let main: ServiceProcess;

  beforeAll(async () => {
    // From here on no process of ops runs inside the test.
    await ops.service.close();
    main = opsProcess(ops.env, 'main');
    // The site polls it to the end.
    ops.env.onEnd(() => ops.site.close());
    await Promise.all([main.start(), ops.process.start()]);
  }, 120_000);

  it.each(momentsOfDeploying)(
    'in %s after %i ms is over within a minute (round %i)',
    (...moment) => kills.killAndRestart(moment, [ops.process, main]),
    180_000,
  );
});
