import { setTimeout as pause } from 'node:timers/promises';
import { run } from './command.ts';
import { processes } from './checks/processes.ts';
import { backup, deployment, during } from './checks/runs.ts';
import { containers, environment } from './docker.ts';
import type { Client } from './http/client.ts';
import { audit } from './load/audit.ts';
import { Ledger } from './load/ledger.ts';
import { Load, told } from './load/load.ts';
import { mix, type Work } from './load/work.ts';
import { must, type Report } from './report.ts';
import { rate } from './settings.ts';

/** The load alone, before and after: it must be one that the machine can bear. */
const CALM_MS = 10_000;
const SHOWN = 10;

/** Puts new containers in the place of all, service by service, under load; then compares. */
export async function rollAll(report: Report, client: Client): Promise<void> {
  const ledger = new Ledger();
  let works: Work[] = [];
  const prepared = await report.check('the load has what it reads', async () => {
    works = await mix(client, ledger);
  });
  if (!prepared) return;
  const load = new Load(client, works, rate);
  let seen = 0;
  const unharmed = (what: string) => {
    const failures = load.failures.slice(seen);
    seen += failures.length;
    const some = failures.slice(0, SHOWN).join('\n');
    must(failures.length === 0, `${failures.length} requests failed ${what}\n${some}`);
  };
  await report.check(`${rate} requests a second`, async () => {
    await pause(CALM_MS);
    unharmed('before anything was restarted');
    return told(load.outcome);
  });
  for (const service of processes) {
    await report.check(`${service} is rolled`, async () => {
      const before = await containers(service);
      const runs = await busy(service, client, async () => {
        await run('infra/docker/roll.sh', [service], { env: environment() });
      });
      const after = await containers(service);
      must(
        after.length === before.length,
        `${after.length} containers instead of ${before.length}`,
      );
      must(!after.some((one) => before.includes(one)), 'an old container still runs');
      unharmed('meanwhile');
      return runs;
    });
  }
  await pause(CALM_MS);
  const outcome = await load.stop();
  await report.check('no request failed', async () => {
    const { failures, sent } = outcome;
    const line = `${sent} sent, ${failures.length} failed, ${told(outcome)}`;
    must(failures.length === 0, [line, ...failures.slice(0, SHOWN)].join('\n'));
    return line;
  });
  await report.check('what was acknowledged is there, once', async () => {
    const faults = await audit(client, ledger);
    must(faults.length === 0, `${faults.length} faults\n${faults.slice(0, SHOWN).join('\n')}`);
    must(ledger.size > 0, 'nothing was acknowledged');
    return `${ledger.size} operations`;
  });
}

/** Restarts a worker while it has something long to do: none of that may be lost. */
async function busy(
  service: string,
  client: Client,
  work: () => Promise<void>,
): Promise<string | undefined> {
  if (service === 'media-worker')
    return `${await during(client, backup, work)} full backups completed`;
  if (service === 'ops-worker')
    return `${await during(client, deployment, work)} releases went live`;
  await work();
  return undefined;
}
