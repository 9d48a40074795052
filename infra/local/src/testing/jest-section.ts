import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { say } from '../console.ts';
import type { Outcome } from './counts.ts';
import { countJest, failedFiles, withLater } from './jest-report.ts';
import { runShown, type ShownRun } from './run-shown.ts';
import type { Section } from './section.ts';

const JEST = fileURLToPath(import.meta.resolve('jest/bin/jest'));
const LIMIT_MINUTES = 25;
/** Two: the checks run two at a time, and so do the machines that they run on. */
const WORKERS = 2;
/** So many files run once more, alone: a fault of ours shows again. More are no accident. */
const MOST_AGAIN = 3;

/** One of jest's projects. */
export function jestSection(
  name: string,
  project: string,
  further: () => Promise<NodeJS.ProcessEnv> = async () => ({}),
): Section {
  return {
    name,
    run: async ({ folder, env, signal }) => {
      const environment = {
        ...env,
        NODE_OPTIONS: '--experimental-vm-modules --no-warnings',
        ...(await further()),
      };
      const run = async (file: string, args: string[]) => {
        const report = join(folder, `${file}.json`);
        const usual = [JEST, '--ci', '--selectProjects', project, '--json', '--outputFile', report];
        const options = { name, env: environment, limitMinutes: LIMIT_MINUTES, signal };
        const shown = await runShown(process.execPath, [...usual, ...args], options);
        return { ...shown, text: existsSync(report) ? readFileSync(report, 'utf8') : undefined };
      };
      const first = await run(`jest-${name}`, ['--maxWorkers', String(WORKERS)]);
      const again = failedFiles(first.text);
      if (again.length === 0 || again.length > MOST_AGAIN || signal.aborted)
        return outcomeOf(name, first);
      say(`${name}: failed at first, once more and alone: ${again.join(', ')}`);
      const later = await run(`jest-${name}-again`, [
        '--runInBand',
        '--forceExit',
        '--runTestsByPath',
        ...again,
      ]);
      return outcomeOf(name, { ...later, text: withLater(first.text, later.text) });
    },
  };
}

type Run = ShownRun & { text: string | undefined };

function outcomeOf(name: string, { failure, lines, text }: Run): Outcome {
  const outcome = countJest(name, text);
  if (failure === undefined || outcome.failed > 0) return outcome;
  const reason = `${name}: ${failure}: ${lines.at(-1) ?? 'no output'}`;
  return { ...outcome, failed: 1, failures: [reason] };
}
