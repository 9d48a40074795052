import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { color, elapsed, print } from '../console.ts';
import { formatError, LaunchError } from '../failure.ts';
import { packageBin, repository } from '../paths.ts';
import { buildProduct } from '../product/build.ts';
import { startAllServers } from '../servers/start-servers.ts';
import { startPaypalSandbox } from '../servers/paypal-sandbox.ts';
import { openTemporarySession, type LauncherSession } from '../session.ts';
import { ensureBackupTools } from '../tools/apt.ts';
import { alertsSection } from '../testing/alerts-section.ts';
import { browserSection } from '../testing/browser-section.ts';
import {
  jestSection,
  scriptSection,
  type Section,
  type SectionContext,
} from '../testing/sections.ts';
import {
  emptyResult,
  singleResult,
  sumResults,
  summaryLine,
  type TestResult,
} from '../testing/test-result.ts';

const NAMES = [
  ...['build', 'lint', 'types', 'unused', 'unit', 'web'],
  ...['service', 'faults', 'alerts', 'browser'],
];

/** `npm test`: all checks, or the named sections. The last line counts them. */
export async function test(signal: AbortSignal, args: string[]): Promise<number> {
  const unknown = args.filter((name) => !NAMES.includes(name));
  if (unknown.length > 0) {
    throw new LaunchError(
      `Unknown section: ${unknown.join(', ')}.`,
      `The sections are: ${NAMES.join(', ')}.`,
    );
  }
  const startedAt = performance.now();
  let result = emptyResult;
  try {
    const session = await openTemporarySession(process.env, 'test-runs');
    try {
      result = await runSections(session, selectSections(args), signal);
    } finally {
      if (result.failed > 0) saveLogs(session.dataFolder);
      await session.close();
    }
  } catch (error) {
    result = sumResults([result, singleResult('tests', formatError(error))]);
  }
  print();
  for (const failure of result.failures) print(`${color('red', '✖')} ${failure}`);
  print(`Took ${elapsed(startedAt)}.`);
  print(summaryLine(result));
  return result.failed > 0 || result.passed === 0 ? 1 : 0;
}

/** All sections unless some are named. The browser tests need a current build. */
function selectSections(args: string[]): string[] {
  if (args.length === 0) return NAMES;
  return args.includes('browser') ? ['build', ...args] : args;
}

/** Many tools use colors when they detect CI. A log is easier to read without them. */
const plainOutput = process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined };

async function runSections(
  session: LauncherSession,
  selected: string[],
  signal: AbortSignal,
): Promise<TestResult> {
  const env = { ...process.env, PATH: `${packageBin}:${process.env['PATH'] ?? ''}`, CI: 'true' };
  const context: SectionContext = {
    folder: session.dataFolder,
    env: { ...env, NX_DAEMON: 'false', NX_TUI: 'false', ...plainOutput },
    signal,
  };
  const needsServers = ['service', 'faults', 'browser'].some((name) => selected.includes(name));
  const addresses = needsServers ? startAllServers(session, signal) : Promise.resolve({});
  // A failure is reported by the section that needs the servers. Until then it is not an unhandled rejection.
  addresses.catch(() => undefined);
  let environment: Promise<NodeJS.ProcessEnv> | undefined;
  const withServers = () =>
    (environment ??= addresses.then((found) => serviceEnvironment(session, found, signal)));

  const results: TestResult[] = [];
  const inTurn = async (...sections: Section[]) => {
    for (const section of sections) {
      if (selected.includes(section.name)) results.push(await runSection(section, context));
    }
  };
  // First the build, because it writes the project graph of Nx that lint reads. Then one row of sections per core.
  await inTurn({
    name: 'build',
    run: () => buildProduct(signal).then(() => singleResult('build')),
  });
  await Promise.all([
    inTurn(scriptSection('types', 'typecheck'), scriptSection('unused'), jestSection('web')),
    inTurn(scriptSection('lint'), jestSection('unit')),
  ]);
  await inTurn(
    jestSection('service', withServers),
    jestSection('faults', withServers),
    // Installs with apt in the private Debian, as the builds of the servers do: after them.
    alertsSection(session),
    browserSection(session, () => addresses),
  );
  // After a stop, servers may still be starting.
  await Promise.allSettled([addresses]);
  return sumResults(results);
}

async function runSection({ name, run }: Section, context: SectionContext): Promise<TestResult> {
  if (context.signal.aborted) return singleResult(name, 'stopped before it started');
  const startedAt = performance.now();
  print(`\n${color('cyan', `━━ ${name} ━━`)}`);
  const result = await run(context).catch((error: unknown) =>
    singleResult(name, formatError(error)),
  );
  const mark = result.failed === 0 ? color('green', '✔') : color('red', '✖');
  print(`${mark} ${name}: ${summaryLine(result)} ${color('dim', `(${elapsed(startedAt)})`)}`);
  return result;
}

/** The service tests share one PayPal simulator; the browser tests start another one. */
async function serviceEnvironment(
  session: LauncherSession,
  addresses: Record<string, string>,
  signal: AbortSignal,
): Promise<NodeJS.ProcessEnv> {
  const name = 'paypal-sandbox-service-tests';
  const { baseUrl } = await startPaypalSandbox(session, { name, quiet: true }, signal);
  await ensureBackupTools(signal);
  return { ...addresses, PAYPAL_BASE_URL: baseUrl };
}

/** Keeps the logs, because the folder of the run is removed. */
function saveLogs(dataFolder: string): void {
  const logs = join(dataFolder, 'logs');
  const target = join(repository, '.data', 'last-test-logs');
  if (!existsSync(logs)) return;
  rmSync(target, { recursive: true, force: true });
  cpSync(logs, target, { recursive: true });
  print(`The logs of the servers and services are kept in ${target}.`);
}
