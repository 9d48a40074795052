import { attempt } from '../command.ts';
import { containers, inspect } from '../docker.ts';
import { must, type Report } from '../report.ts';

/** The product's processes, as compose calls them. */
export const processes = [
  'catalog',
  'billing',
  'media',
  'media-worker',
  'ops',
  'ops-worker',
  'gateway',
];

/** Tries to write where nothing may be written; 0 where that is refused. */
const TRY_TO_WRITE = `
  try { require('node:fs').writeFileSync('/app/written', ''); process.exit(1); }
  catch (error) { process.exit(error.code === 'EROFS' ? 0 : 2); }`;

/** What holds for containers that run. */
export async function checkProcesses(report: Report, count: number): Promise<void> {
  for (const service of processes) {
    await report.check(`${service} runs with what it needs only`, async () => {
      const found = await containers(service);
      must(found.length === count, `${found.length} containers instead of ${count}`);
      for (const container of found) {
        const { State, HostConfig, RestartCount, Config } = await inspect(container);
        must(State.Health?.Status === 'healthy', `is ${State.Health?.Status ?? 'not checked'}`);
        must(HostConfig.ReadonlyRootfs, 'may write to its root file system');
        must(HostConfig.CapDrop?.includes('ALL') === true, 'has capabilities');
        must(HostConfig.Memory > 0, 'may take any memory');
        must(Config.User === 'node', `runs as ${Config.User}`);
        must(RestartCount === 0, `was restarted ${RestartCount} times`);
        const writing = ['exec', container, 'node', '-e', TRY_TO_WRITE];
        must((await attempt('docker', writing)).code === 0, 'can write beside its program');
      }
    });
  }
}
