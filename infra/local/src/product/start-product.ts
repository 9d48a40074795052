import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../paths.ts';
import { respondsWith } from '../servers/probe.ts';
import type { LauncherSession } from '../session.ts';
import { waitForAll, step } from '../console.ts';
import type { ChildSpec } from '../supervisor/child.ts';
import { LaunchError } from '../failure.ts';
import type { FirstAdministratorWatcher } from './first-administrator-watcher.ts';
import { heapLimit, nodeOptions, serviceEnvironment, services, type Service } from './services.ts';
import type { ProductSettings } from './settings.ts';

const MAIN = 'dist/main.js';
const SITE = 'web/dist/index.html';
const DEFAULT_HEALTH_PORT = 18_090;

/** Starts all processes of the product and waits until each one is ready. */
export async function startProduct(
  session: LauncherSession,
  settings: ProductSettings,
  watcher: FirstAdministratorWatcher,
  signal: AbortSignal,
  { quiet = false } = {},
): Promise<void> {
  const programs = services.map(({ folder, program = MAIN }) => join(folder, program));
  for (const file of [...programs, SITE]) {
    if (existsSync(join(repository, file))) continue;
    throw new LaunchError(`${file} is missing.`, 'Build it: npm run build');
  }
  const specs: ChildSpec[] = [];
  for (const service of services) {
    const healthPort = await session.ports.claim(DEFAULT_HEALTH_PORT);
    specs.push({ ...childSpec(service, settings, healthPort, watcher), quiet });
  }
  await step(`Starting ${services.map(({ name }) => name).join(', ')}`, async () => {
    await waitForAll(specs.map((spec) => session.supervisor.start(spec, signal)));
  });
}

function childSpec(
  service: Service,
  settings: ProductSettings,
  healthPort: number,
  watcher: FirstAdministratorWatcher,
): ChildSpec {
  const cwd = join(repository, service.folder);
  return {
    name: service.name,
    command: process.execPath,
    args: [...nodeOptions, heapLimit, service.program ?? MAIN],
    cwd,
    env: serviceEnvironment(service, settings, healthPort),
    port: service.name === 'gateway' ? settings.gatewayPort : healthPort,
    isReady: () => {
      // Waiting does not help, because a setting is missing.
      if (watcher.failureReason !== undefined) throw new LaunchError(watcher.failureReason);
      return respondsWith(`http://127.0.0.1:${healthPort}/health/ready`);
    },
    onLine: (line) => watcher.read(line),
  };
}
