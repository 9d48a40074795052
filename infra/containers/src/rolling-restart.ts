import { productServices } from './checks/containers.ts';
import { backup, deployment, repeatDuring } from './checks/long-operation.ts';
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
      const operations = await restartDuringWork(service, client);
      const after = await containers(service);
      assert(
        after.length === before.length,
        `${after.length} containers instead of ${before.length}`,
      );
      assert(!after.some((one) => before.includes(one)), 'an old container still runs');
      const requests = load.assertNoFailures('during the restart');
      return operations === undefined ? requests : `${operations}; ${requests}`;
    });
  }
  await load.stop();
}

/** Restarts a service; a worker in the middle of a long operation, which must complete. */
async function restartDuringWork(service: string, client: Client): Promise<string | undefined> {
  const restart = () => roll(service);
  if (service === 'media-worker')
    return `${await repeatDuring(client, backup, restart)} full backups completed`;
  if (service === 'ops-worker')
    return `${await repeatDuring(client, deployment, restart)} releases went live`;
  await restart();
  return undefined;
}
