import { productServices } from './checks/containers.ts';
import { containers, roll } from './docker.ts';
import type { Client } from './load/client.ts';
import { LoadRun } from './load/load-run.ts';
import { assert, type Report } from './report.ts';

/** Replaces all containers, service by service, under load; then verifies the data. */
export async function rollingRestart(report: Report, client: Client): Promise<void> {
  const load = new LoadRun(report, client);
  if (!(await load.prepare())) return;
  await load.start();
  for (const service of productServices) {
    await report.check(`${service} is replaced`, async () => {
      const before = await containers(service);
      await roll(service);
      const after = await containers(service);
      const counts = `${after.length} containers instead of ${before.length}`;
      assert(after.length === before.length, counts);
      assert(!after.some((one) => before.includes(one)), 'an old container still runs');
      return load.assertNoFailures('during the restart');
    });
  }
  await load.stop();
}
