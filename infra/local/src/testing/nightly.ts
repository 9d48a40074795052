import { randomInt } from 'node:crypto';
import { findProgram, tryCommand } from '../command.ts';
import { color, elapsed, print } from '../console.ts';
import { openTemporarySession } from '../session.ts';
import { runSection, scriptSection } from './sections.ts';
import { failureLines, sumResults, summaryLine, type TestResult } from './test-result.ts';
import { canUseChroot } from '../tools/debian-chroot.ts';
import { createContext, runTests } from './test.ts';

const HOURS = 60;

/** A test program with a product of its own, which needs tools that not every machine has. */
interface Program {
  script: string;
  timeoutMinutes: number;
  /** Says why it cannot run here. */
  findObstacle?: () => Promise<string | undefined>;
}

const programs: Program[] = [
  {
    script: 'test:first-change',
    timeoutMinutes: HOURS,
  },
  {
    script: 'test:schemathesis',
    timeoutMinutes: 2 * HOURS,
    findObstacle: async () =>
      (await tryCommand('python3', ['-m', 'pip', '--version'])) === undefined
        ? 'it needs Python 3.10 or later with pip'
        : undefined,
  },
  {
    script: 'test:nodes',
    timeoutMinutes: HOURS,
    findObstacle: async () => (canUseChroot() ? undefined : 'it needs Debian or Ubuntu, as root'),
  },
  {
    script: 'test:containers',
    timeoutMinutes: 4 * HOURS,
    findObstacle: async () =>
      (await tryCommand('docker', ['info', '--format', '{{.ServerVersion}}'])) === undefined
        ? 'Docker does not run'
        : undefined,
  },
  {
    script: 'test:k8s',
    timeoutMinutes: 2 * HOURS,
    findObstacle: async () => {
      if (findProgram(process.env['KUBECTL'] ?? 'kubectl') === undefined) return 'no kubectl';
      return process.env['KUBECONFIG'] ? undefined : 'KUBECONFIG names no cluster';
    },
  },
];

/**
 * `npm run test:nightly`: all checks of `npm test` in their long form (more kills, histories, writes and screens, new
 * random seeds), then the programs whose tools are there. The last lines say what failed and what was left out.
 */
export async function nightly(signal: AbortSignal): Promise<number> {
  const startedAt = performance.now();
  const seed = process.env['TEST_SEED'] ?? String(randomInt(1, 1_000_000_000));
  print(`TEST_SEED=${seed} repeats this run.`);
  const environment = { ...process.env, NIGHTLY: '1', TEST_SEED: seed };
  const results: TestResult[] = [await runTests(environment, [], signal)];
  const leftOut: string[] = [];
  const session = await openTemporarySession(environment, 'test-runs');
  try {
    for (const { script, timeoutMinutes, findObstacle } of programs) {
      const obstacle = await findObstacle?.();
      if (obstacle !== undefined) leftOut.push(`${script}: ${obstacle}`);
      else {
        const section = scriptSection(script, script, timeoutMinutes);
        results.push(await runSection(section, createContext(session, signal)));
      }
    }
  } finally {
    await session.close();
  }
  const result = sumResults(results);
  print(`\nTook ${elapsed(startedAt)}.`);
  for (const line of leftOut) print(color('yellow', `Left out: ${line}.`));
  for (const line of failureLines(result, `NIGHTLY=1 TEST_SEED=${seed} `))
    print(color('red', line));
  print(summaryLine(result));
  return result.failed > 0 ? 1 : 0;
}
