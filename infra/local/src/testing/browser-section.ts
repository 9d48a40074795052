import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { MongoClient } from 'mongodb';
import { findProgram } from '../command.ts';
import { LaunchError } from '../failure.ts';
import { repository } from '../paths.ts';
import { FirstAdministratorWatcher } from '../product/first-administrator-watcher.ts';
import { services } from '../product/services.ts';
import { gatewayOrigin, type ProductSettings } from '../product/settings.ts';
import { startProduct } from '../product/start-product.ts';
import { randomPassword } from '../secrets.ts';
import { startMailCatcher, startPaypalSandbox } from '../servers/test-programs.ts';
import type { LauncherSession } from '../session.ts';
import { installHostPackages } from '../tools/debian-chroot.ts';
import { limitsOfOneClient } from './limits.ts';
import { runWithOutput, type Section } from './sections.ts';
import {
  failedResult,
  singleResult,
  sumResults,
  type Failure,
  type TestResult,
} from './test-result.ts';

const TIMEOUT_MINUTES = 45;
const DEFAULT_PORT = 18_080;
const NAME = 'browser';
const NAMESPACE = 'browser-tests';
/** One after the other, so that a failure of the first hides nothing of the others. */
const PROJECTS = ['first', 'others'];
const PROGRAM = ['node_modules/@playwright/test/cli.js', 'test', '-c', 'web/e2e'];

/**
 * Tests of the whole product: all processes and a real browser.
 * @param files the journeys to run; all unless some are named
 */
export function browserSection(
  session: LauncherSession,
  servers: () => Promise<Record<string, string>>,
  files: string[] = [],
): Section {
  return {
    name: NAME,
    run: async ({ env, folder, signal }) => {
      const chromium = await findChromium(env, signal);
      const addresses = await servers();
      if (env['MONGODB_URI']) await dropDatabases(env['MONGODB_URI']);
      const port = await session.ports.claim(DEFAULT_PORT);
      const origin = `http://localhost:${port}`;
      const address = { host: '127.0.0.1', port, origin };
      const simulator = {
        name: 'paypal-sandbox',
        webhookOrigin: gatewayOrigin(address, port),
        quiet: true,
      };
      const settings: ProductSettings = {
        operator: { ...env, ...limitsOfOneClient, PUBLIC_ORIGIN: origin },
        mode: 'production',
        servers: addresses,
        dataFolder: session.dataFolder,
        namespace: NAMESPACE,
        secrets: session.secrets,
        address,
        gatewayPort: port,
        administrator: { username: 'admin', password: randomPassword(), generated: false },
        testPayments: await startPaypalSandbox(session, simulator, signal),
        mailCatcher: await startMailCatcher(session, signal, true),
      };
      await startProduct(session, settings, new FirstAdministratorWatcher(), signal, {
        quiet: true,
      });
      const results: TestResult[] = [];
      for (const project of PROJECTS) {
        const report = join(folder, `journeys-${project}.json`);
        const choice = [`--project=${project}`, '--no-deps', '--pass-with-no-tests', ...files];
        // Playwright empties the folder when it starts.
        const output = `--output=web/e2e/output/failed-${project}`;
        const { failure } = await runWithOutput(process.execPath, [...PROGRAM, output, ...choice], {
          name: NAME,
          env: {
            ...env,
            JOURNEYS_REPORT: report,
            BASE_URL: origin,
            MAIL_PAGE: settings.mailCatcher?.pageUrl,
            ADMIN_USERNAME: settings.administrator.username,
            ADMIN_PASSWORD: settings.administrator.password,
            CHROMIUM: chromium,
          },
          timeoutMinutes: TIMEOUT_MINUTES,
          signal,
        });
        const text = existsSync(report) ? readFileSync(report, 'utf8') : undefined;
        results.push(resultFromPlaywright(files.join(' ') || NAME, text, failure));
      }
      const result = sumResults(results);
      return result.passed + result.failed > 0
        ? result
        : singleResult(NAME, 'no test ran', files.join(' ') || NAME);
    },
  };
}

/** The parts that are read from the file that Playwright's reporter `json` writes. */
interface Suite {
  file: string;
  suites?: Suite[];
  specs: { title: string; tests: { status: string }[] }[];
}
interface Report {
  config: { rootDir: string };
  suites: Suite[];
  errors: { message?: string }[];
}

/**
 * Counts a run of Playwright. A test that was skipped or did not run has failed.
 * @param target repeats all of it
 * @param text the JSON report; undefined if Playwright wrote none
 * @param failure why Playwright did not end in order
 */
function resultFromPlaywright(target: string, text?: string, failure?: string): TestResult {
  if (text === undefined) return singleResult(NAME, failure ?? 'playwright did not start', target);
  const { config, suites, errors } = JSON.parse(text) as Report;
  const folder = relative(repository, config.rootDir);
  const tests = suites.flatMap((suite) => testsOf(suite, join(folder, suite.file)));
  // What failed comes before what therefore did not run.
  const failures = tests
    .filter(({ status }) => status !== 'expected')
    .sort((one, other) => Number(isFailed(other)) - Number(isFailed(one)))
    .map((test): Failure => {
      const suffix = isFailed(test) ? '' : ` (${test.status})`;
      return { text: `${NAME}: ${test.target}: ${test.title}${suffix}`, target: test.target };
    });
  const passed = tests.length - failures.length;
  const reason = errors[0]?.message ?? failure;
  if (failures.length === 0 && reason !== undefined)
    failures.push({ text: `${NAME}: ${reason}`, target });
  return failedResult(failures, passed);
}

interface Test {
  target: string;
  title: string;
  status: string;
}

const isFailed = ({ status }: Test): boolean => status === 'unexpected';

function testsOf({ specs, suites = [] }: Suite, target: string): Test[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ status }) => ({ target, title, status })),
  );
  return [...own, ...suites.flatMap((suite) => testsOf(suite, target))];
}

/** Removes the data of an earlier run from a server of the operator. */
async function dropDatabases(uri: string): Promise<void> {
  const client = new MongoClient(uri);
  try {
    for (const { name } of services) await client.db(`${NAMESPACE}-${name}`).dropDatabase();
  } finally {
    await client.close();
  }
}

/** The first has no windows: the tests take two thirds of the time. */
const CHROMIUM_PROGRAMS = [
  'chromium-headless-shell',
  ...['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
];

/** The browser for the browser tests: CHROMIUM, else one on PATH, else installed with apt-get. */
async function findChromium(env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<string> {
  if (env['CHROMIUM']) return env['CHROMIUM'];
  const found = chromiumOnPath();
  if (found !== undefined) return found;
  await installHostPackages(['chromium-headless-shell'], signal);
  const installed = chromiumOnPath();
  if (installed !== undefined) return installed;
  throw new LaunchError('There is no Chromium on PATH.', 'Give its path: CHROMIUM=/path npm test');
}

function chromiumOnPath(): string | undefined {
  return CHROMIUM_PROGRAMS.map((name) => findProgram(name)).find((path) => path !== undefined);
}
