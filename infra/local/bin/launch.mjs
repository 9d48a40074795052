// Runs on Node 20.19 with nothing installed: says what the machine lacks, installs the packages, then hands over to Node 24,
// which comes with them.
import { spawn, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installPackages } from './install.mjs';
import { preflight } from './preflight.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '../../..');

/** @type {import('node:child_process').ChildProcess | undefined} */
let child;
let stopping = false;
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => {
    stopping = true;
    child?.kill(signal);
  });
}

await preflight(root, process.argv[2] ?? '');
try {
  await installPackages(root, (npm) => (child = npm));
} catch (error) {
  console.error(stopping ? '✖ Stopped.' : `✖ ${error instanceof Error ? error.message : error}`);
  // CI counts the tests by this line.
  if (['test', 'nightly'].includes(process.argv[2] ?? '')) console.log('0 passed, 1 failed');
  process.exit(1);
}
if (stopping) process.exit(130);

let node = join(root, 'node_modules', '.bin', 'node');
const isNode24 = process.versions.node.startsWith('24.');
// That of the package needs glibc: Alpine and NixOS run their own, and npm must not find the other first.
if (isNode24 && spawnSync(node, ['--version']).status !== 0) {
  rmSync(node, { force: true });
  node = process.execPath;
}
child = spawn(node, [join(here, '../src/main.ts'), ...process.argv.slice(2)], { stdio: 'inherit' });
child.on('error', (error) => {
  console.error(`✖ Node 24 (${node}) does not run: ${error.message}`);
  console.error(
    '  Remove the folder node_modules and start again, on Alpine and NixOS with Node 24.',
  );
  process.exit(1);
});
child.on('exit', (code, signal) =>
  process.exit(code ?? 128 + constants.signals[signal ?? 'SIGTERM']),
);
