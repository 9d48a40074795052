import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { color, elapsed, print } from '../console.ts';
import { formatError } from '../failure.ts';
import { compileCache, packageBin, repository } from '../paths.ts';
import { buildProduct } from '../product/build.ts';
import { testVariables } from '../servers/containers.ts';
import { CONTAINERS, readServersFile } from '../servers/servers-file.ts';
import { startAllServers } from '../servers/start-servers.ts';
import { startPaypalSandbox } from '../servers/test-programs.ts';
import { openTemporarySession, type LauncherSession } from '../session.ts';
import { ensureBackupTools } from '../tools/debian-chroot.ts';
import { alertsSection } from './alerts-section.ts';
import { browserSection } from './browser-section.ts';
import { selectChanged } from './changes.ts';
import {
  runSection,
  scriptSection,
  type Section,
  type SectionContext,
  vitestSection,
} from './sections.ts';
import { needsBackupTools, needsServers, type Selection, toSelection } from './selection.ts';
import {
  emptyResult,
  failureLines,
  singleResult,
  sumResults,
  summaryLine,
  type TestResult,
} from './test-result.ts';

/** `npm test`: all checks, the named sections or files, or what a change can break. The last line counts them. */
export async function test(signal: AbortSignal, args: string[]): Promise<number> {
  const startedAt = performance.now();
  const result = await runTests(process.env, args, signal);
  print(`\nTook ${elapsed(startedAt)}.`);
  for (const line of failureLines(result)) print(color('red', line));
  print(summaryLine(result));
  return result.failed > 0 || result.passed === 0 ? 1 : 0;
}

/** Runs the tests on own servers and data. */
export async function runTests(
  environment: NodeJS.ProcessEnv,
  args: string[],
  signal: AbortSignal,
): Promise<TestResult> {
  let result = emptyResult;
  try {
    // Before anything starts, so that a wrong argument is reported at once.
    const isChanged = args.length === 1 && args[0] === 'changed';
    const named = isChanged ? undefined : toSelection(args, npmFolder());
    const session = await openTemporarySession(environment, 'test-runs', { isVolatile: true });
    try {
      const context = createContext(session, signal);
      const selection = named ?? (await selectChanged(context.env, signal));
      result = await runSelection(session, selection, context);
    } finally {
      if (result.failed > 0) saveLogs(session.dataFolder);
      await session.close();
    }
  } catch (error) {
    print(formatError(error));
    result = sumResults([result, singleResult('tests', formatError(error), args.join(' '))]);
  }
  return result;
}

/** Where npm was called. */
const npmFolder = () => process.env['INIT_CWD'] ?? repository;

/** Many tools use colors when they detect CI. A log is easier to read without them. */
const plainOutput = process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined };

/** What sections get: the environment of the session, in which programs of packages are found. */
export function createContext(session: LauncherSession, signal: AbortSignal): SectionContext {
  const env = { ...session.env, PATH: `${packageBin}:${session.env['PATH'] ?? ''}`, CI: 'true' };
  return {
    folder: session.dataFolder,
    env: {
      ...env,
      NX_DAEMON: 'false',
      NX_TUI: 'false',
      NODE_COMPILE_CACHE: compileCache,
      ...plainOutput,
    },
    signal,
  };
}

async function runSelection(
  session: LauncherSession,
  { sections, files, journeys }: Selection,
  context: SectionContext,
): Promise<TestResult> {
  const { signal } = context;
  const selected = new Set<string>(sections);
  if (files.length > 0) selected.add('files');
  if (journeys.length > 0) selected.add('browser');
  const withServers =
    ['service', 'faults', 'browser'].some((name) => selected.has(name)) || needsServers(files);
  // These tests start programs of the product.
  if (withServers) selected.add('build');
  const addresses = withServers ? startAllServers(session, signal) : Promise.resolve({});
  // A failure is reported by the section that needs the servers. Until then it is not an unhandled rejection.
  addresses.catch(() => undefined);
  let environment: Promise<NodeJS.ProcessEnv> | undefined;
  const getEnvironment = () =>
    (environment ??= addresses.then(async (found) => {
      if (needsBackupTools(selected, files)) await ensureBackupTools(signal);
      return serviceEnvironment(session, found, signal);
    }));

  const results: TestResult[] = [];
  const inTurn = async (...rows: Section[]) => {
    for (const section of rows) {
      if (selected.has(section.name)) results.push(await runSection(section, context));
    }
  };
  const build = {
    name: 'build',
    run: () => buildProduct(signal).then(() => singleResult('build')),
  };
  const project = (name: string) => `--project=${name}`;
  // One for each core.
  await Promise.all([
    inTurn(
      build,
      scriptSection('types', 'typecheck'),
      scriptSection('unused'),
      vitestSection('web', [project('web')]),
    ),
    inTurn(scriptSection('lint'), vitestSection('unit', [project('unit')])),
  ]);
  await inTurn(vitestSection('files', [], needsServers(files) ? getEnvironment : undefined, files));
  // Fault tests wait for most of their time.
  await Promise.all([
    inTurn(vitestSection('service', [project('service')], getEnvironment)),
    inTurn(
      vitestSection('faults', [project('faults')], getEnvironment),
      // Installs with apt in the private Debian, as the builds of the servers do: after them.
      alertsSection(session),
    ),
  ]);
  await inTurn(browserSection(session, () => addresses, journeys));
  // After a stop, servers may still be starting.
  await Promise.allSettled([addresses]);
  return sumResults(results);
}

/** The service tests share one PayPal simulator; the browser tests start another one. */
async function serviceEnvironment(
  session: LauncherSession,
  addresses: Record<string, string>,
  signal: AbortSignal,
): Promise<NodeJS.ProcessEnv> {
  const name = 'paypal-sandbox-service-tests';
  const { baseUrl } = await startPaypalSandbox(session, { name, quiet: true }, signal);
  // Tests that start a Redis of their own take it from where this run has its servers.
  const inDocker = readServersFile(session.dataFolder)['redis'] === CONTAINERS;
  const extra = { PAYPAL_BASE_URL: baseUrl, TEST_LOGS: join(session.dataFolder, 'logs') };
  return { ...addresses, ...(inDocker && testVariables()), ...extra };
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
