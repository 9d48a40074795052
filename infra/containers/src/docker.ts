import { spawn, type ChildProcess } from 'node:child_process';
import { composeEnvironment, images, replicasFile, repository } from './settings.ts';

export interface CommandResult {
  code: number | null;
  /** Standard output and standard error. */
  output: string;
  stdout: string;
}

interface Options {
  env?: NodeJS.ProcessEnv;
  /** Its folder; the repository's if there is none. */
  cwd?: string;
  /** Whether the output is also printed as it comes. */
  printed?: boolean;
}

const programs = new Set<ChildProcess>();

/** Ends the programs that run, as a terminal does. */
export function interruptPrograms(): void {
  for (const program of programs) program.kill('SIGINT');
}

/** Runs a program to its end, whatever its exit code. */
export function runUnchecked(
  program: string,
  args: string[],
  { env = process.env, cwd = repository, printed = false }: Options = {},
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    programs.add(child);
    let output = '';
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk;
      output += chunk;
      if (printed) process.stdout.write(chunk);
    });
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      if (printed) process.stderr.write(chunk);
    });
    child.on('error', reject);
    child.on('close', (code) => {
      programs.delete(child);
      resolve({ code, output, stdout });
    });
  });
}

/** Runs a program and returns its standard output; throws with its last lines unless it exits with 0. */
export async function run(program: string, args: string[], options: Options = {}): Promise<string> {
  const { code, output, stdout } = await runUnchecked(program, args, options);
  if (code === 0) return stdout;
  const last = output.trimEnd().split('\n').slice(-15).join('\n');
  throw new Error(`${program} ${args.join(' ')} ended with ${String(code)}:\n${last}`);
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
export function compose(args: string[], printed = false): Promise<string> {
  return run('docker', ['compose', ...args], { env: environment(), cwd: version.folder, printed });
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
    await runUnchecked('docker', ['image', 'rm', image]);
}

/** Says what this machine lacks; undefined if nothing. */
export async function findMissingPrerequisite(): Promise<string | undefined> {
  const engine = await runUnchecked('docker', ['info', '--format', '{{.ServerVersion}}']).catch(
    () => undefined,
  );
  if (!engine) return 'There is no program `docker` on PATH: install Docker Engine 20.10 or later.';
  if (engine.code !== 0) return `Docker Engine does not respond:\n${engine.output.trim()}`;
  const plugin = await runUnchecked('docker', ['compose', 'version', '--short']);
  if (plugin.code !== 0)
    return 'Docker has no `compose`: install the plugin, version 2.24 or later.';
  return undefined;
}
