// Runs on Node 20.19 with nothing installed: says what the machine lacks, installs the packages, then hands over to Node 24,
// which comes with them.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withLock } from './lock.mjs';
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

/**
 * Installs the packages when the lockfile or any workspace's package.json changed since the last time.
 * @param {string} root the repository
 * @param {(child: import('node:child_process').ChildProcess) => void} onChild receives the npm process
 */
async function installPackages(root, onChild) {
  const stamp = join(root, 'node_modules', '.launcher-install');
  const isCurrent = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint(root);
  if (isCurrent()) return;
  const wait = (/** @type {number} */ pid) =>
    console.log(`  … waiting for process ${pid}, which is installing the packages`);
  await withLock(join(root, 'node_modules', '.launcher-install.lock'), wait, async () => {
    if (isCurrent()) return;
    const began = Date.now();
    console.log('▸ Installing packages (npm install)');
    await runNpm(root, onChild);
    mkdirSync(join(root, 'node_modules'), { recursive: true });
    // Computed afterwards, because npm may complete the lockfile.
    writeFileSync(stamp, fingerprint(root));
    console.log(`✔ Packages installed (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  });
}

/** @param {string} root */
function fingerprint(root) {
  const folders = ['', 'services', 'infra'].flatMap((parent) =>
    readdirSync(join(root, parent))
      .sort()
      .map((name) => join(parent, name, 'package.json')),
  );
  const files = ['package.json', 'package-lock.json', ...folders];
  const hash = createHash('sha256').update(`${process.platform} ${process.arch}\n`);
  for (const file of files) {
    if (existsSync(join(root, file))) hash.update(file).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/**
 * @param {string} root
 * @param {(child: import('node:child_process').ChildProcess) => void} onChild
 * @returns {Promise<void>}
 */
function runNpm(root, onChild) {
  const cli = process.env.npm_execpath;
  // --no-save: never rewrites the lockfile.
  const args = ['install', '--no-save', '--include=dev', '--no-progress', '--loglevel=error'];
  const [command, first] = cli?.endsWith('.js') ? [process.execPath, [cli]] : ['npm', []];
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...first, ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    onChild(child);
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) return resolve();
      const advice =
        'Is the package registry reachable? Try "npm install" by hand, then start again.';
      reject(new Error(`npm install failed (exit code ${code}):\n  ${advice}`));
    });
  });
}
