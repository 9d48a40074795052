import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countJest } from './jest-report.ts';
import { runShown } from './run-shown.ts';
import type { Section } from './section.ts';

const JEST = fileURLToPath(import.meta.resolve('jest/bin/jest'));
const LIMIT_MINUTES = 25;
const DEFAULT_WORKERS = 2;

/** One of jest's projects. */
export function jestSection(
  name: string,
  environment: () => Promise<NodeJS.ProcessEnv> = async () => ({}),
  workers = DEFAULT_WORKERS,
): Section {
  return {
    name,
    run: async ({ folder, env, signal }) => {
      const report = join(folder, `jest-${name}.json`);
      const args = [
        ...[JEST, '--ci', '--selectProjects', name, '--maxWorkers', String(workers)],
        ...['--json', '--outputFile', report],
      ];
      const nodeOptions = '--experimental-vm-modules --no-warnings';
      const { failure, lines } = await runShown(process.execPath, args, {
        name,
        env: { ...env, NODE_OPTIONS: nodeOptions, ...(await environment()) },
        limitMinutes: LIMIT_MINUTES,
        signal,
      });
      const text = existsSync(report) ? readFileSync(report, 'utf8') : undefined;
      const outcome = countJest(name, text);
      if (failure === undefined || outcome.failed > 0) return outcome;
      const reason = `${name}: ${failure}: ${lines.at(-1) ?? 'no output'}`;
      return { ...outcome, failed: 1, failures: [reason] };
    },
  };
}
