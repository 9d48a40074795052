import { measure } from './capacity/capacity.ts';
import { checkEdge } from './checks/edge.ts';
import { testApi } from './api/part.ts';
import { checkImages } from './checks/images.ts';
import { checkProcesses } from './checks/processes.ts';
import { checkSamples } from './checks/samples.ts';
import { checkSecrets } from './checks/secrets.ts';
import { walk } from './checks/walk.ts';
import { journeys } from './browser.ts';
import type { Administrator } from './counted.ts';
import { compose, use } from './docker.ts';
import { Client } from './http/client.ts';
import { must, type Report } from './report.ts';
import { rollAll } from './rolling.ts';
import { origin } from './settings.ts';

/** What one part works with. */
interface Context {
  report: Report;
  client: Client;
  administrator: Administrator;
}

type Part = (context: Context) => Promise<void>;

const UP = ['up', '--detach', '--wait', '--wait-timeout', '600'];

/** Starts all, or what is not as it should be, and signs in with what the first start has printed. */
async function up({ report, client, administrator }: Context, what: string): Promise<boolean> {
  return report.check(`docker compose up: ${what}`, async () => {
    await compose([...UP, '--no-build']);
    const logs = await compose(['logs', '--no-log-prefix', 'init']);
    const [, username, password] = /First sign-in: (\S+), password (\S+)/.exec(logs) ?? [];
    must(username !== undefined && password !== undefined, 'init prints no first sign-in');
    Object.assign(administrator, { username, password });
    await client.signIn(username, password);
  });
}

/** Starts all on empty volumes: what parts before this one have made would be counted. */
async function upAnew(context: Context, what: string): Promise<boolean> {
  await compose(['down', '--volumes', '--remove-orphans']);
  return up(context, what);
}

/** Everything that is proven, in its order; each part but the first needs the images. */
export const parts: Record<string, Part> = {
  build: async ({ report }) => {
    const built = await report.check('docker compose build', async () => {
      await compose(['build'], true);
    });
    if (built) await checkImages(report);
  },
  single: async (context) => {
    const { report, client, administrator } = context;
    use('single');
    if (!(await upAnew(context, 'one of each'))) return;
    await checkProcesses(report, 1);
    await checkSecrets(report, administrator.password);
    await walk(report, client);
  },
  api: async (context) => {
    use('single');
    if (!(await up(context, 'for the API'))) return;
    await testApi(context.report, context.administrator);
  },
  browser: async (context) => {
    use('single');
    if (!(await upAnew(context, 'for the browser'))) return;
    await journeys(context.report, context.administrator);
  },
  replicas: async (context) => {
    const { report, client } = context;
    use('replicas');
    if (!(await upAnew(context, 'two of each'))) return;
    await checkProcesses(report, 2);
    await checkSamples(report, client);
    await rollAll(report, client);
    await checkEdge(report);
  },
  capacity: async (context) => {
    use('replicas');
    if (!(await upAnew(context, 'two of each'))) return;
    await measure(context.report, context.client);
  },
};

/** Those that are run only where they are named. */
export const onRequest = new Set(['capacity']);

/** The context of a run. */
export function context(report: Report): Context {
  return { report, client: new Client(origin), administrator: { username: '', password: '' } };
}
