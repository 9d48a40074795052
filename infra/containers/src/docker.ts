import { formatError, runCommand } from '@ctdb/launcher';
import { composeEnvironment, images, replicasFile, repository } from './settings.ts';

interface Options {
  env?: NodeJS.ProcessEnv;
  /** Its folder; the repository's if there is none. */
  cwd?: string;
  /** Receives each line of both outputs as it comes. */
  onLine?: (line: string) => void;
}

let stopping = new AbortController();

/** Ends the programs that run, and not those that begin later. */
export function interruptPrograms(): void {
  stopping.abort();
  stopping = new AbortController();
}

/** Runs a program and returns its standard output; throws with its last lines unless it exits with 0. */
export async function run(program: string, args: string[], options: Options = {}): Promise<string> {
  const title = `${program} ${args.join(' ')}`;
  const { signal } = stopping;
  try {
    return await runCommand(program, args, { cwd: repository, signal, title, ...options });
  } catch (error) {
    throw new Error(formatError(error), { cause: error });
  }
}

/** The same; undefined if it fails. */
export function tryRun(...command: Parameters<typeof run>): Promise<string | undefined> {
  return run(...command).catch(() => undefined);
}

/** One container of each process, or two behind a reverse proxy. */
export type ComposeVariant = 'single' | 'replicas';

/** Further compose files, and other settings. */
export interface Additions {
  files?: string[];
  settings?: NodeJS.ProcessEnv;
}

let variant: ComposeVariant = 'single';
let additions: Additions = {};

/** Selects the files and settings of compose from here on. */
export function selectVariant(wanted: ComposeVariant, more: Additions = {}): void {
  variant = wanted;
  additions = more;
}

/** A version of the product: the folder with its compose files, and the prefix of its images. */
export interface Version {
  folder: string;
  images: string;
}

/** The version of this repository. */
export const currentVersion: Version = { folder: repository, images };

let version = currentVersion;

export function selectVersion(wanted: Version): void {
  version = wanted;
}

/** The environment of compose and of scripts that call it. */
export function environment(): NodeJS.ProcessEnv {
  const { files = [], settings = {} } = additions;
  const all = ['docker-compose.yml', ...(variant === 'single' ? [] : [replicasFile]), ...files];
  return {
    ...composeEnvironment,
    ...settings,
    COMPOSE_FILE: all.join(':'),
    IMAGES: version.images,
  };
}

/** Runs `docker compose …`. */
export function compose(args: string[], onLine?: Options['onLine']): Promise<string> {
  const options = { env: environment(), cwd: version.folder, ...(onLine && { onLine }) };
  return run('docker', ['compose', ...args], options);
}

/** Replaces the containers of these services, or of all, one by one. */
export async function roll(...services: string[]): Promise<void> {
  await run('infra/docker/roll.sh', services, { env: environment(), cwd: version.folder });
}

/** What a section has made beside containers, to be removed also when the program is stopped. */
const cleanups = new Set<() => Promise<void>>();

/** Does the work, then cleans up, once: also if the program is stopped meanwhile. */
export async function withCleanup(
  work: () => Promise<void>,
  cleanUp: () => Promise<void>,
): Promise<void> {
  let cleaning: Promise<void> | undefined;
  const once = () => (cleaning ??= cleanUp());
  cleanups.add(once);
  try {
    await work();
  } finally {
    await once();
    cleanups.delete(once);
  }
}

/** Cleans up after the sections that run. */
export async function cleanUpAll(): Promise<void> {
  for (const cleanUp of cleanups) await cleanUp();
}

/** The fields of `docker inspect` that are checked. */
export interface InspectResult {
  Size: number;
  Config: { User: string; Labels: Record<string, string> | null; Env: string[] | null };
  State: { Status: string; Health?: { Status: string }; OOMKilled: boolean; StartedAt: string };
  HostConfig: { ReadonlyRootfs: boolean; CapDrop: string[] | null; Memory: number };
  RestartCount: number;
}

/** Inspects a container or an image. */
export async function inspect(name: string): Promise<InspectResult> {
  const [found] = JSON.parse(await run('docker', ['inspect', name])) as InspectResult[];
  if (!found) throw new Error(`there is no ${name}`);
  return found;
}

/** Ids of the containers of a service. */
export async function containers(service: string): Promise<string[]> {
  return (await compose(['ps', '--quiet', service])).split('\n').filter(Boolean);
}

/** Removes the images of this test unless something still uses them. */
export async function removeImages(prefix = images): Promise<void> {
  const own = ['--filter', `reference=${prefix}/*`, '--format', '{{.Repository}}:{{.Tag}}'];
  for (const image of (await run('docker', ['image', 'ls', ...own])).split('\n').filter(Boolean))
    await tryRun('docker', ['image', 'rm', image]);
}

/** Says what this machine lacks; undefined if nothing. */
export async function findMissingPrerequisite(): Promise<string | undefined> {
  if ((await tryRun('docker', ['info'])) === undefined)
    return 'Docker Engine does not respond: install 20.10.10 or later, and start it.';
  if ((await tryRun('docker', ['compose', 'version'])) === undefined)
    return 'Docker has no `compose`: install the plugin, version 2.27 or later.';
  return undefined;
}
