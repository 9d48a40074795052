import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { paint, say, took } from '../console.ts';
import { LaunchError, describeFailure } from '../failure.ts';
import { packageBin, repository } from '../paths.ts';
import { buildProduct } from '../product/build.ts';
import { startPaypalSandbox } from '../servers/paypal-sandbox.ts';
import type { Session } from '../session.ts';
import { backing, type Backing } from '../testing/backing.ts';
import { browserSection } from '../testing/browser-section.ts';
import { lint, types, unused } from '../testing/checks.ts';
import { check, closingLine, nothing, sum, type Outcome } from '../testing/counts.ts';
import { jestSection } from '../testing/jest-section.ts';
import type { Section, SectionContext } from '../testing/section.ts';
import { openThrowAwaySession } from '../testing/throw-away.ts';

const names = ['build', 'lint', 'types', 'unused', 'unit', 'web', 'service', 'faults', 'browser'];

/** `npm test`: every check there is, or the named parts; the last line counts them. */
export async function test(signal: AbortSignal, args: string[]): Promise<number> {
  const unknown = args.filter((name) => !names.includes(name));
  if (unknown.length > 0) {
    throw new LaunchError(`Unknown: ${unknown.join(', ')}.`, `The parts are: ${names.join(', ')}.`);
  }
  const began = performance.now();
  let outcome = nothing;
  try {
    const session = await openThrowAwaySession(process.env);
    let servers: Backing | undefined;
    try {
      servers = backing(session);
      outcome = await runSections(session, servers, partsOf(args), signal);
    } finally {
      if (outcome.failed > 0) keepLogs(session.dataFolder);
      await servers?.stop();
      await session.close();
    }
  } catch (error) {
    outcome = sum([outcome, check('tests', describeFailure(error))]);
  }
  say();
  for (const failure of outcome.failures) say(`${paint('red', '✖')} ${failure}`);
  say(`Took ${took(began)}.`);
  say(closingLine(outcome));
  return outcome.failed > 0 || outcome.passed === 0 ? 1 : 0;
}

/** All parts unless some are named; the browser meets the product as it is built now. */
function partsOf(args: string[]): string[] {
  if (args.length === 0) return names;
  return args.includes('browser') ? ['build', ...args] : args;
}

/** Tools colour their output when they see a CI; a log is easier to read without. */
const plainOutput = process.stdout.isTTY ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined };

async function runSections(
  session: Session,
  { start }: Backing,
  wanted: string[],
  signal: AbortSignal,
) {
  const env = { ...process.env, PATH: `${packageBin}:${process.env['PATH'] ?? ''}`, CI: 'true' };
  const context: SectionContext = {
    folder: session.dataFolder,
    env: { ...env, NX_DAEMON: 'false', NX_TUI: 'false', ...plainOutput },
    signal,
  };
  const needsServers = ['service', 'faults', 'browser'].some((name) => wanted.includes(name));
  const serving = needsServers ? start(signal) : Promise.resolve({});
  // Whoever needs them hears of a failure; it must not count as unheard until then.
  serving.catch(() => undefined);
  const servers = () => serving;

  const outcomes: Outcome[] = [];
  const inTurn = async (...sections: Section[]) => {
    for (const section of sections) {
      if (wanted.includes(section.name)) outcomes.push(await runSection(section, context));
    }
  };
  // The build first: the other checks read what its tool has learnt. Then two at a time, one per core.
  const build = { name: 'build', run: () => buildProduct(signal).then(() => check('build')) };
  await inTurn(build);
  await Promise.all([inTurn(types, unused, jestSection('web')), inTurn(lint, jestSection('unit'))]);
  let environment: Promise<NodeJS.ProcessEnv> | undefined;
  const withServers = () => (environment ??= serviceEnvironment(session, servers, signal));
  await inTurn(
    jestSection('service', withServers),
    // One worker: these tests kill, flood and cut off, and measure how soon the product recovers.
    jestSection('faults', withServers, 1),
  );
  await inTurn(browserSection(session, servers));
  // Sections do not fail, but a stop may end them while servers are still being built or started.
  await Promise.allSettled([serving]);
  return sum(outcomes);
}

async function runSection(section: Section, context: SectionContext): Promise<Outcome> {
  const { name } = section;
  if (context.signal.aborted) return check(name, 'stopped before it began');
  const began = performance.now();
  say(`\n${paint('cyan', `━━ ${name} ━━`)}`);
  const outcome = await section
    .run(context)
    .catch((error: unknown) => check(name, describeFailure(error)));
  const mark = outcome.failed === 0 ? paint('green', '✔') : paint('red', '✖');
  say(`${mark} ${name}: ${closingLine(outcome)} ${paint('dim', `(${took(began)})`)}`);
  return outcome;
}

async function serviceEnvironment(
  session: Session,
  servers: () => Promise<Record<string, string>>,
  signal: AbortSignal,
) {
  const addresses = await servers();
  // The product of the browser tests has one of its own.
  const name = 'paypal-sandbox-service-tests';
  const { baseUrl } = await startPaypalSandbox(session, { name, quiet: true }, signal);
  return {
    ...addresses,
    PAYPAL_BASE_URL: baseUrl,
    SERVICE_TOKEN_SECRET: session.secrets.serviceToken,
  };
}

/** The folder goes with the run, but whoever looks for the cause needs the logs. */
function keepLogs(dataFolder: string): void {
  const logs = join(dataFolder, 'logs');
  const kept = join(repository, '.data', 'last-test-logs');
  if (!existsSync(logs)) return;
  rmSync(kept, { recursive: true, force: true });
  cpSync(logs, kept, { recursive: true });
  say(`The logs of the servers and services are kept in ${kept}.`);
}
