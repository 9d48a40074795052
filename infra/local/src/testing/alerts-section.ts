import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from '../command.ts';
import { LaunchError } from '../failure.ts';
import { repository } from '../paths.ts';
import type { LauncherSession } from '../session.ts';
import { chrootCommand } from '../tools/chroot-command.ts';
import { canUseChroot, ensureDebianChroot, installInChroot } from '../tools/debian-chroot.ts';
import { runWithOutput, type Section } from './sections.ts';
import { singleResult } from './test-result.ts';

const NAME = 'alerts';
const TIMEOUT_MINUTES = 5;
const RULES = join(repository, 'infra/observability');

/** The alerts, tested by Prometheus' own tool: one on PATH, else that of the private Debian. */
export function alertsSection({ cache }: LauncherSession): Section {
  return {
    name: NAME,
    run: async ({ env, signal }) => {
      const files = readdirSync(RULES).filter((file) => file.endsWith('.test.yml'));
      const { command, args } = await promtool(cache, files, signal);
      const options = { name: NAME, env, timeoutMinutes: TIMEOUT_MINUTES, signal };
      return singleResult(NAME, (await runWithOutput(command, args, options)).failure);
    },
  };
}

async function promtool(cache: string, files: string[], signal: AbortSignal) {
  const toArgs = (folder: string) => ['test', 'rules', ...files.map((file) => join(folder, file))];
  const found = findProgram('promtool');
  if (found !== undefined) return { command: found, args: toArgs(RULES) };
  if (!canUseChroot())
    throw new LaunchError('There is no promtool on PATH.', 'Install Prometheus, and try again.');
  const root = await ensureDebianChroot(cache, signal);
  if (!existsSync(join(root, 'usr/bin/promtool')))
    await installInChroot(root, ['prometheus'], signal);
  return chrootCommand({ root, user: 'root', data: RULES }, 'promtool', toArgs('/data'));
}
