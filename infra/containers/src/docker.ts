import { attempt, run } from './command.ts';
import { composeEnvironment, project, replicasFile } from './settings.ts';

/** One process each, or two behind one address. */
export type Shape = 'single' | 'replicas';

let shape: Shape = 'single';

/** From now on compose is told of this shape. */
export function use(wanted: Shape): void {
  shape = wanted;
}

/** What compose, and whatever calls it, has to know. */
export function environment(): NodeJS.ProcessEnv {
  const files = shape === 'single' ? ['docker-compose.yml'] : ['docker-compose.yml', replicasFile];
  return { ...composeEnvironment, COMPOSE_FILE: files.join(':') };
}

/** Runs `docker compose …`. */
export function compose(args: string[], shown = false): Promise<string> {
  return run('docker', ['compose', ...args], { env: environment(), shown });
}

/** What `docker inspect` says of a container or an image, as far as it is looked at. */
export interface Inspected {
  Size: number;
  Config: { User: string; Labels: Record<string, string> | null; Env: string[] | null };
  State: { Health?: { Status: string }; OOMKilled: boolean };
  HostConfig: { ReadonlyRootfs: boolean; CapDrop: string[] | null; Memory: number };
  RestartCount: number;
}

/** Looks at a container or an image. */
export async function inspect(name: string): Promise<Inspected> {
  const [found] = JSON.parse(await run('docker', ['inspect', name])) as Inspected[];
  if (!found) throw new Error(`there is no ${name}`);
  return found;
}

/** The containers of a service. */
export async function containers(service: string): Promise<string[]> {
  return (await compose(['ps', '--quiet', service])).split('\n').filter(Boolean);
}

/** Removes what was built for this test; what something still uses stays. */
export async function removeImages(): Promise<void> {
  const own = ['--filter', `reference=${project}/*`, '--format', '{{.Repository}}:{{.Tag}}'];
  for (const image of (await run('docker', ['image', 'ls', ...own])).split('\n').filter(Boolean))
    await attempt('docker', ['image', 'rm', image]);
}

/** What is missing on this machine, for a person; undefined where nothing is. */
export async function missing(): Promise<string | undefined> {
  const engine = await attempt('docker', ['info', '--format', '{{.ServerVersion}}']).catch(
    () => undefined,
  );
  if (!engine) return 'There is no program `docker` on PATH: install Docker Engine 20.10 or later.';
  if (engine.code !== 0) return `No Docker engine answers:\n${engine.output.trim()}`;
  const plugin = await attempt('docker', ['compose', 'version', '--short']);
  if (plugin.code !== 0)
    return 'Docker has no `compose`: install the plugin, version 2.24 or later.';
  return undefined;
}
