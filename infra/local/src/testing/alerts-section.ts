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

/** A call of a tool with files of {@link RULES}. */
interface Check {
  program: string;
  /** Its package in Debian. */
  from: string;
  words: string[];
  files: string[];
}

const promtool = { program: 'promtool', from: 'prometheus' };
const amtool = { program: 'amtool', from: 'prometheus-alertmanager' };

/** Alerts, dashboards' queries and the Alertmanager's files, tested by their own tools: on PATH, else in the private Debian. */
export function alertsSection({ cache }: LauncherSession): Section {
  return {
    name: NAME,
    run: async ({ env, signal }) => {
      const options = { name: NAME, env, timeoutMinutes: TIMEOUT_MINUTES, signal };
      const files = (pattern: RegExp) => readdirSync(RULES).filter((file) => pattern.test(file));
      const checks: Check[] = [
        { ...promtool, words: ['test', 'rules'], files: files(/\.test\.yml$/) },
        { ...amtool, words: ['check-config'], files: files(/^alertmanager.*\.yml$/) },
      ];
      for (const check of checks) {
        const { command, args } = await toCall(cache, check, signal);
        const { failure } = await runWithOutput(command, args, options);
        if (failure !== undefined) return singleResult(NAME, failure);
      }
      return singleResult(NAME, undefined);
    },
  };
}

async function toCall(cache: string, { program, from, words, files }: Check, signal: AbortSignal) {
  const toArgs = (folder: string) => [...words, ...files.map((file) => join(folder, file))];
  const found = findProgram(program);
  if (found !== undefined) return { command: found, args: toArgs(RULES) };
  if (!canUseChroot())
    throw new LaunchError(`There is no ${program} on PATH.`, `Install ${from}, and try again.`);
  const root = await ensureDebianChroot(cache, signal);
  if (!existsSync(join(root, 'usr/bin', program))) await installInChroot(root, [from], signal);
  return chrootCommand({ root, user: 'root', data: RULES }, program, toArgs('/data'));
}
