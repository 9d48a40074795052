import {
  checkContainers,
  checkImages,
  checkProxyError,
  checkSecrets,
} from './checks/containers.ts';
import { checkHttps } from './checks/https.ts';
import { preparePebble } from './checks/pebble.ts';
import { smokeTest } from './checks/smoke-test.ts';
import { checkUsers } from './checks/users.ts';
import { disaster } from './disaster.ts';
import { compose, run, selectVariant, withCleanup } from './docker.ts';
import { Client } from './load/client.ts';
import { assert, type Report } from './report.ts';
import { rollingRestart } from './rolling-restart.ts';
import { origin } from './settings.ts';
import { upgrade } from './upgrade.ts';

interface Context {
  report: Report;
  client: Client;
  /** The account that the first start has created, and the password that it has printed. */
  administrator: { username: string; password: string; firstPassword: string };
}

type Section = (context: Context) => Promise<void>;

export function createContext(report: Report): Context {
  return {
    report,
    client: new Client(origin),
    administrator: { username: '', password: '', firstPassword: '' },
  };
}

const UP = ['up', '--detach', '--wait', '--wait-timeout', '600'];

/** Starts everything on empty volumes, and signs in with the printed password and a new one. */
async function composeUpClean(context: Context, what: string): Promise<boolean> {
  const { report, client, administrator } = context;
  await compose(['--profile', '*', 'down', '--volumes', '--remove-orphans']);
  return report.check(`docker compose up: ${what}`, async () => {
    await compose([...UP, '--no-build']);
    const logs = await compose(['logs', '--no-log-prefix', 'init']);
    const [, username, password] = /First sign-in: (\S+), password (\S+)/.exec(logs) ?? [];
    assert(username !== undefined && password !== undefined, 'init prints no first sign-in');
    const own = `own-${password}`;
    await client.signIn({ username, password, newPassword: own });
    Object.assign(administrator, { username, password: own, firstPassword: password });
  });
}

const BROWSER_TESTS = ['node_modules/@playwright/test/cli.js', 'test', '-c', 'web/e2e'];

async function runBrowserTests({ report, administrator }: Context): Promise<void> {
  const names = (process.env['CONTAINERS_JOURNEYS'] ?? '').split(',').filter(Boolean);
  const filter = names.length === 0 ? [] : ['-g', names.join('|')];
  const { username, password } = administrator;
  const account = { ADMIN_USERNAME: username, ADMIN_PASSWORD: password };
  await report.check('the browser tests', async () => {
    const env = { ...process.env, BASE_URL: origin, ...account };
    await run(process.execPath, [...BROWSER_TESTS, ...filter], { env, onLine: console.log });
  });
}

/** All sections in their order. */
export const sections: Record<string, Section> = {
  build: async ({ report }) => {
    const isBuilt = await report.check('docker compose build', async () => {
      await compose(['build'], console.log);
    });
    if (isBuilt) await checkImages(report);
  },
  single: async (context) => {
    const { report, client, administrator } = context;
    selectVariant('single');
    if (!(await composeUpClean(context, 'one of each'))) return;
    await checkContainers(report, 1);
    await checkSecrets(report, administrator.firstPassword);
    await smokeTest(report, client);
    await checkUsers(report);
  },
  browser: async (context) => {
    selectVariant('single');
    if (await composeUpClean(context, 'for the browser')) await runBrowserTests(context);
  },
  replicas: async (context) => {
    const { report, client } = context;
    selectVariant('replicas');
    if (!(await composeUpClean(context, 'two of each'))) return;
    await checkContainers(report, 2);
    await rollingRestart(report, client);
    await checkProxyError(report);
  },
  disaster: async (context) => {
    const { report, client, administrator } = context;
    const start = (what: string) => composeUpClean(context, what);
    const signIn = () => {
      const { username, password } = administrator;
      return client.signIn({ username, password });
    };
    await disaster(report, client, start, signIn);
  },
  upgrade: async (context) => {
    selectVariant('replicas');
    await upgrade(context.report, context.client, (what) => composeUpClean(context, what));
  },
  https: async ({ report }) => {
    const pebble = await preparePebble();
    selectVariant('single', pebble.additions);
    await withCleanup(async () => {
      await compose(['--profile', '*', 'down', '--volumes', '--remove-orphans']);
      await checkHttps(report, pebble);
    }, pebble.remove);
  },
};

/** These run only when they are named. */
const optionalSections = new Set(['disaster', 'upgrade']);

/** The named sections, or all but the optional ones, in their order. `build` comes before what needs its images. */
export function sectionsToRun(wanted: readonly string[]): [string, Section][] {
  const isWanted = (name: string) =>
    wanted.length > 0 ? wanted.includes(name) : !optionalSections.has(name);
  // `upgrade` builds both versions itself.
  const needsImages = Object.keys(sections).some((name) => isWanted(name) && name !== 'upgrade');
  return Object.entries(sections).filter(
    ([name]) => isWanted(name) || (name === 'build' && needsImages),
  );
}
