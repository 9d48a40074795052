import { join } from 'node:path';
import { withLock } from '../../bin/lock.mjs';
import { runCommand } from '../command.ts';
import { print, step } from '../console.ts';
import { packageBin, repository } from '../paths.ts';

/** Builds services, gateway and web. Nx skips the projects that have not changed. */
export async function buildProduct(signal: AbortSignal): Promise<void> {
  await step('Building services and web', async () => {
    const wait = (pid: number) => print(`  … waiting for process ${pid}, which is building`);
    await withLock(join(repository, '.nx/launcher-build.lock'), wait, () =>
      runCommand(join(packageBin, 'nx'), ['run-many', '-t', 'build', '--outputStyle=static'], {
        cwd: repository,
        env: environment(),
        signal,
        hints: ['The whole output comes with: npm run build'],
        selectLines: errorLines,
      }),
    );
  });
}

/** Error lines of the compilers. The last lines may belong to another project. */
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
    NO_COLOR: '1',
    FORCE_COLOR: undefined,
  };
}
