import type { ServiceProcess } from '@ctdb/chassis/testing';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { Kills, LIMIT_MS, moments } from './deploy-support/kills.js';
import { opsProcess } from './deploy-support/ops.js';

const kills = new Kills();
const { ops } = kills;
let main: ServiceProcess;

beforeAll(async () => {
  await kills.begin();
  // From here on no worker runs in the test's own process.
  await ops.service.close();
  main = opsProcess(ops.env, 'main');
  // The site asks it what is live, to the end.
  ops.env.onEnd(() => ops.site.close());
  await main.start();
}, 240_000);

// The other stages are those of deploy-killed.fault.test.ts.
const some = moments.filter(([stage]) => stage === 'deploying');

describe('a deployment whose installation is killed', () => {
  it.each(some)(
    'in %s after %i ms is over within a minute (round %i)',
    async (...moment) => {
      const id = await kills.killAt(moment, () => Promise.all([ops.process.kill(), main.kill()]));
      const killedAt = Date.now();
      await Promise.all([ops.process.start(), main.start()]);
      const done = await ops.ended(id, LIMIT_MS);
      expect(Date.now() - killedAt).toBeLessThan(LIMIT_MS);
      if (done.stage === 'failed') expect(done.fault).toBe('interrupted');
      await kills.isWhole(done);
    },
    180_000,
  );
});
