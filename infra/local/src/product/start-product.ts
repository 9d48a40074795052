import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../paths.ts';
import type { Session } from '../session.ts';
import { allEnded, step } from '../steps.ts';
import type { ChildSpec } from '../supervisor/child-spec.ts';
import { LaunchError } from '../failure.ts';
import type { AdministratorNews } from './administrator-news.ts';
import { serviceEnvironment, services, type Service } from './services.ts';
import type { ProductSettings } from './settings.ts';

const MAIN = 'dist/main.js';
const SITE = 'web/dist/index.html';
const USUAL_HEALTH_PORT = 18_090;
/** Generous: a loaded machine with much data may take its time. */
const READY_WITHIN_MS = 120_000;

/** Whether the servers that it needs are up. */
export function canStart({ needs }: Service, { servers }: ProductSettings): boolean {
  return needs === undefined || needs in servers;
}

/** Starts processes of the product, all unless others are given; returns when every one is ready for work. */
export async function startProduct(
  session: Session,
  settings: ProductSettings,
  news: AdministratorNews,
  signal: AbortSignal,
  { quiet = false, which = services }: { quiet?: boolean; which?: Service[] } = {},
): Promise<void> {
  for (const file of which.map(programOf).concat(SITE)) {
    if (existsSync(join(repository, file))) continue;
    throw new LaunchError(`${file} is missing.`, 'Build it: npm run build');
  }
  const specs: ChildSpec[] = [];
  for (const service of which) {
    const healthPort = await session.ports.claim(USUAL_HEALTH_PORT);
    specs.push({ ...childSpec(service, settings, healthPort, news), quiet });
  }
  await step(`Starting ${which.map(({ name }) => name).join(', ')}`, async () => {
    await allEnded(specs.map((spec) => session.supervisor.start(spec, signal)));
  });
}

function programOf({ folder, program = MAIN }: Service): string {
  return join(folder, program);
}

function childSpec(
  service: Service,
  settings: ProductSettings,
  healthPort: number,
  news: AdministratorNews,
): ChildSpec {
  const cwd = join(repository, service.folder);
  return {
    name: service.name,
    command: process.execPath,
    args: ['--enable-source-maps', ...(service.options ?? []), service.program ?? MAIN],
    cwd,
    env: serviceEnvironment(service, settings, healthPort),
    port: service.name === 'gateway' ? settings.gatewayPort : healthPort,
    readyWithinMs: READY_WITHIN_MS,
    isReady: () => {
      // Waiting longer would not help: another setting is needed.
      if (news.hindrance !== undefined) throw new LaunchError(news.hindrance);
      return isHealthy(healthPort);
    },
    onLine: (line) => news.read(line),
  };
}

async function isHealthy(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/health/ready`, {
    signal: AbortSignal.timeout(1_000),
  });
  await response.body?.cancel();
  return response.ok;
}
