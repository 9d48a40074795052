import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from '../../bin/lock.mjs';
import { run } from '../command.ts';
import { say } from '../console.ts';
import { packageBin, repository } from '../paths.ts';
import { step } from '../steps.ts';
import { fingerprint } from './fingerprint.ts';
import { serviceFolders, sharedProjects } from './services.ts';

/** What the product is built from, and the built product itself (`dist` in each). */
const PARTS = [
  ...sharedProjects,
  ...serviceFolders,
  'web',
  'tsconfig.base.json',
  'nx.json',
  'package-lock.json',
];

const STAMP = join(repository, '.nx', 'launcher-build');

/** Builds services, gateway and web; returns at once when nothing changed since the last time. */
export async function buildProduct(signal: AbortSignal): Promise<void> {
  await step('Building services and web', async () => {
    if (isCurrent()) return;
    mkdirSync(join(repository, '.nx'), { recursive: true });
    const wait = (pid: number) => say(`  … waiting for process ${pid}, which is building`);
    await withLock(`${STAMP}.lock`, wait, async () => {
      if (isCurrent()) return;
      const args = ['run-many', '-t', 'build', '--outputStyle=static'];
      const advice = ['The whole output comes with: npm run build'];
      await run(join(packageBin, 'nx'), args, {
        cwd: repository,
        env: environment(),
        signal,
        advice,
        reason: errorLines,
      });
      writeFileSync(STAMP, fingerprint(repository, PARTS));
    });
  });
}

function isCurrent(): boolean {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === fingerprint(repository, PARTS);
}

/** The compilers' errors; several projects' outputs follow each other, so the last lines may be of another one. */
function errorLines(lines: string[]): string[] {
  const errors = lines.filter(
    (line) => /\berror\b/i.test(line) && !/^(npm error|dist\/)/.test(line),
  );
  return (errors.length > 0 ? errors : lines).slice(-20);
}

function environment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PATH: `${packageBin}:${process.env['PATH'] ?? ''}`,
    NODE_ENV: 'production',
    NX_DAEMON: 'false',
    NX_TUI: 'false',
    // The output is read by errorLines.
    NO_COLOR: '1',
    FORCE_COLOR: undefined,
  };
}
