import { setTimeout as pause } from 'node:timers/promises';
import { productServices } from './checks/containers.ts';
import { backup, deployment, repeatDuring } from './checks/long-operation.ts';
import { compose, containers, environment, run } from './docker.ts';
import { AcknowledgedOperations, verifyAcknowledged } from './load/acknowledged.ts';
import type { Client } from './load/client.ts';
import { createLoadMix, type LoadRequest } from './load/load-mix.ts';
import { formatLatencies, OpenLoopLoad } from './load/open-loop.ts';
import { assert, type Report } from './report.ts';
import { rate } from './settings.ts';

/** The load alone, before and after the restarts. */
const WARM_UP_MS = 10_000;
const MAX_SHOWN = 10;

/** Replaces all containers, service by service, under load; then verifies the data. */
export async function rollingRestart(report: Report, client: Client): Promise<void> {
  const acknowledged = new AcknowledgedOperations();
  let mix: LoadRequest[] = [];
  const isPrepared = await report.check('the load has its data', async () => {
    mix = await createLoadMix(client, acknowledged);
  });
  if (!isPrepared) return;
  const load = new OpenLoopLoad(client, mix, rate);
  let seen = 0;
  const assertNoFailures = (when: string) => {
    const failures = load.failures.slice(seen);
    seen += failures.length;
    const some = failures.slice(0, MAX_SHOWN).join('\n');
    assert(failures.length === 0, `${failures.length} requests failed ${when}\n${some}`);
  };
  await report.check(`${rate} requests a second`, async () => {
    await pause(WARM_UP_MS);
    assertNoFailures('before the first restart');
    return formatLatencies(load.result);
  });
  for (const service of productServices) {
    await report.check(`${service} is replaced`, async () => {
      const before = await containers(service);
      const operations = await restartDuringWork(service, client);
      const after = await containers(service);
      assert(
        after.length === before.length,
        `${after.length} containers instead of ${before.length}`,
      );
      assert(!after.some((one) => before.includes(one)), 'an old container still runs');
      assertNoFailures('during the restart');
      return operations;
    });
  }
  await pause(WARM_UP_MS);
  const result = await load.stop();
  await report.check('no request failed', () => {
    const { failures, sent } = result;
    const line = `${sent} sent, ${failures.length} failed, ${formatLatencies(result)}`;
    assert(failures.length === 0, [line, ...failures.slice(0, MAX_SHOWN)].join('\n'));
    return Promise.resolve(line);
  });
  await report.check('every acknowledged operation is stored once', async () => {
    const errors = await verifyAcknowledged(client, acknowledged, orderIdsFromSimulator);
    const some = errors.slice(0, MAX_SHOWN).join('\n');
    assert(errors.length === 0, `${errors.length} errors\n${some}`);
    assert(acknowledged.size > 0, 'nothing was acknowledged');
    return `${acknowledged.size} operations`;
  });
}

/** Restarts a service; a worker in the middle of a long operation, which must complete. */
async function restartDuringWork(service: string, client: Client): Promise<string | undefined> {
  const restart = async () => {
    await run('infra/docker/roll.sh', [service], { env: environment() });
  };
  if (service === 'media-worker')
    return `${await repeatDuring(client, backup, restart)} full backups completed`;
  if (service === 'ops-worker')
    return `${await repeatDuring(client, deployment, restart)} releases went live`;
  await restart();
  return undefined;
}

/** Prints the product's own id of each order, a line each, from the simulator's PayPal API. */
const ORDER_IDS_PROGRAM = `
  import { readFileSync } from 'node:fs';
  const { PAYPAL_SANDBOX_PORT: port, PAYPAL_SANDBOX_CLIENT_ID: id, PAYPAL_SANDBOX_CLIENT_SECRET_FILE: file } = process.env;
  const authorization = 'Basic ' + Buffer.from(id + ':' + readFileSync(file, 'utf8').trim()).toString('base64');
  const request = async (path, init) => {
    const response = await fetch('http://127.0.0.1:' + port + path, init);
    if (!response.ok) throw new Error(path + ': ' + response.status);
    return response.json();
  };
  const body = new URLSearchParams({ grant_type: 'client_credentials' });
  const { access_token } = await request('/v1/oauth2/token', { method: 'POST', headers: { authorization }, body });
  const headers = { authorization: 'Bearer ' + access_token };
  for (const order of process.argv.slice(1)) {
    const { purchase_units: [unit] } = await request('/v2/checkout/orders/' + order, { headers });
    console.log(unit.custom_id);
  }`;

/** Finds the product's ids of orders that have these ids in the PayPal simulator. */
async function orderIdsFromSimulator(simulatorIds: readonly string[]): Promise<string[]> {
  const program = ['--input-type=module', '-e', ORDER_IDS_PROGRAM, '--', ...simulatorIds];
  const output = await compose(['exec', '-T', 'paypal-sandbox', 'node', ...program]);
  const ids = output.split('\n').filter(Boolean);
  const { length } = simulatorIds;
  assert(ids.length === length, `the simulator has ${ids.length} of ${length} orders`);
  assert(new Set(ids).size === length, 'the simulator has two orders with one id');
  return ids;
}
