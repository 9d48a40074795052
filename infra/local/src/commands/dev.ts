import { join } from 'node:path';
import { paint, say } from '../console.ts';
import { compiler, vite } from '../development/compilers.ts';
import { onBuildChange } from '../development/watch-builds.ts';
import { repository } from '../paths.ts';
import { runProduct } from '../product/run-product.ts';
import { serviceFolders, services, sharedProjects } from '../product/services.ts';
import { step } from '../steps.ts';
import type { Supervisor } from '../supervisor/supervisor.ts';

/** Where the gateway listens while the browser talks to Vite. */
const USUAL_GATEWAY_PORT = 18_080;

/** `npm run dev`: the whole product, rebuilt and restarted as sources change. */
export async function dev(signal: AbortSignal): Promise<number> {
  return runProduct(signal, {
    mode: 'development',
    gatewayPort: (session) => session.ports.claim(USUAL_GATEWAY_PORT),
    afterStart: async ({ supervisor }, { address, gatewayPort }) => {
      const spec = vite(address.port, `http://127.0.0.1:${gatewayPort}`);
      await step('Starting Vite', () => supervisor.start(spec, signal));
    },
    whileRunning: async ({ supervisor }) => {
      restartOnChange(supervisor, signal);
      await step('Starting the compilers', async () => {
        for (const folder of [...sharedProjects, ...serviceFolders]) {
          await supervisor.start(compiler(folder), signal);
        }
      });
    },
  });
}

function restartOnChange(supervisor: Supervisor, signal: AbortSignal): void {
  const restart = async (names: string[]) => {
    say(`${paint('yellow', '↻')} Changed: restarting ${names.join(', ')}`);
    await Promise.all(names.map((name) => supervisor.restart(name)));
  };
  const all = services.map(({ name }) => name);
  for (const folder of sharedProjects) {
    onBuildChange(join(repository, folder), () => void restart(all), signal);
  }
  for (const folder of serviceFolders) {
    const own = services.filter((service) => service.folder === folder).map(({ name }) => name);
    onBuildChange(join(repository, folder), () => void restart(own), signal);
  }
}
