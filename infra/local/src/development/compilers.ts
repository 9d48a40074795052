import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packageBin, repository } from '../paths.ts';
import { accepts } from '../servers/probe.ts';
import type { ChildSpec } from '../supervisor/child-spec.ts';

/** A TypeScript compiler that rebuilds a project whenever a source changes. */
export function compiler(folder: string): ChildSpec {
  let compiled = false;
  return {
    name: `tsc-${folder.split('/').at(-1) ?? folder}`,
    command: process.execPath,
    args: [
      join(packageBin, '../typescript/bin/tsc'),
      ...['-p', 'tsconfig.build.json', '--watch', '--preserveWatchOutput'],
    ],
    cwd: join(repository, folder),
    env: process.env,
    readyWithinMs: 180_000,
    onLine: (line) => (compiled ||= line.includes('Watching for file changes')),
    isReady: async () => compiled,
  };
}

/** Vite's development server, which passes calls for the gateway on. */
export function vite(port: number, gatewayUrl: string): ChildSpec {
  const folder = join(repository, 'web');
  const own = join(folder, 'node_modules/vite/bin/vite.js');
  const program = existsSync(own) ? own : join(repository, 'node_modules/vite/bin/vite.js');
  return {
    name: 'vite',
    command: process.execPath,
    args: [program, '--strictPort', '--port', String(port)],
    cwd: folder,
    env: { ...process.env, PORT: String(port), GATEWAY_URL: gatewayUrl, NODE_ENV: 'development' },
    port,
    isReady: () => accepts('127.0.0.1', port, 500),
  };
}
