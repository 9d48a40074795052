import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, watch } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { color, print, step } from '../console.ts';
import { packageBin, repository } from '../paths.ts';
import { runProduct } from '../product/run-product.ts';
import { serviceFolders, services } from '../product/services.ts';
import { canConnect } from '../servers/probe.ts';
import type { ChildSpec } from '../supervisor/child.ts';
import type { Supervisor } from '../supervisor/supervisor.ts';

/** Port of the gateway behind Vite. */
const DEFAULT_GATEWAY_PORT = 18_080;

/** `npm run dev`: the whole product, rebuilt and restarted as sources change. */
export async function dev(signal: AbortSignal): Promise<number> {
  return runProduct(signal, {
    mode: 'development',
    gatewayPort: (session) => session.ports.claim(DEFAULT_GATEWAY_PORT),
    afterStart: async ({ supervisor }, { address, gatewayPort }) => {
      const spec = vite(address.port, `http://127.0.0.1:${gatewayPort}`);
      await step('Starting Vite', () => supervisor.start(spec, signal));
    },
    whileRunning: async ({ supervisor }) => {
      restartOnChange(supervisor, signal);
      await step('Watching the sources', async () => {
        const watchers = [types, ...serviceFolders.map(builder)];
        for (const watcher of watchers) await supervisor.start(watcher, signal);
      });
    },
  });
}

function restartOnChange(supervisor: Supervisor, signal: AbortSignal): void {
  const restart = async (names: string[]) => {
    print(`${color('yellow', '↻')} Changed: restarting ${names.join(', ')}`);
    await Promise.all(names.map((name) => supervisor.restart(name)));
  };
  for (const folder of serviceFolders) {
    const local = services.filter((service) => service.folder === folder).map(({ name }) => name);
    onBuildChange(join(repository, folder), () => void restart(local), signal);
  }
}

/** Rebuilds the programs of a project whenever a source changes. */
function builder(folder: string): ChildSpec {
  const config = join(repository, 'rolldown.config.mjs');
  const args = [join(packageBin, 'rolldown'), '--watch', '-c', config];
  const cwd = join(repository, folder);
  return watcher(`build-${basename(folder)}`, args, cwd, 'Waiting for changes');
}

/** Says what is wrong with the types of the services. */
const types = watcher(
  'types',
  [join(packageBin, 'tsc'), '--watch', '--preserveWatchOutput'],
  repository,
  'Watching for file changes',
);

/** A program that is ready once it has printed `waits`. */
function watcher(name: string, args: string[], cwd: string, waits: string): ChildSpec {
  let isReady = false;
  return {
    name,
    command: process.execPath,
    args,
    cwd,
    env: process.env,
    readyTimeoutMs: 180_000,
    onLine: (line) => (isReady ||= line.includes(waits)),
    isReady: async () => isReady,
  };
}

/** The development server of Vite, a proxy of the gateway. */
function vite(port: number, gatewayUrl: string): ChildSpec {
  const folder = join(repository, 'web');
  const vitePackage = createRequire(join(folder, 'package.json')).resolve('vite/package.json');
  return {
    name: 'vite',
    command: process.execPath,
    args: [join(vitePackage, '../bin/vite.js'), '--strictPort', '--port', String(port)],
    cwd: folder,
    env: { ...process.env, PORT: String(port), GATEWAY_URL: gatewayUrl, NODE_ENV: 'development' },
    port,
    isReady: () => canConnect('127.0.0.1', port, 500),
  };
}

const DEBOUNCE_MS = 400;

/**
 * Calls `changed` when the content of a project's `dist` has changed. Ends with the signal.
 */
function onBuildChange(project: string, changed: () => void, signal: AbortSignal): void {
  const folder = join(project, 'dist');
  mkdirSync(folder, { recursive: true });
  let known = contentHash(folder);
  let timer: NodeJS.Timeout | undefined;
  const compare = () => {
    const now = contentHash(folder);
    if (now === undefined || now === known) return;
    known = now;
    changed();
  };
  watch(folder, { recursive: true, signal }, () => {
    clearTimeout(timer);
    timer = setTimeout(compare, DEBOUNCE_MS);
  });
  signal.addEventListener('abort', () => clearTimeout(timer));
}

/** Undefined if a file was removed while it was read. */
function contentHash(folder: string): string | undefined {
  const hash = createHash('sha256');
  try {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    for (const name of names.filter((file) => file.endsWith('.js')).sort()) {
      hash.update(name).update(readFileSync(join(folder, name)));
    }
    return hash.digest('hex');
  } catch {
    return undefined;
  }
}
