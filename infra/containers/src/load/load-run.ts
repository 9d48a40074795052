import { setTimeout as pause } from 'node:timers/promises';
import { compose } from '../docker.ts';
import { assert, type Report } from '../report.ts';
import { rate } from '../settings.ts';
import { AcknowledgedOperations, verifyAcknowledged } from './acknowledged.ts';
import type { Client } from './client.ts';
import { createLoadMix, type LoadRequest } from './load-mix.ts';
import { formatLatencies, OpenLoopLoad } from './open-loop.ts';
import { providers, type Control } from './shop.ts';

/** The load alone, before and after the changes. */
const WARM_UP_MS = 10_000;
const MAX_SHOWN = 10;

/** The functions of the programs that run in the simulator's container. */
const SIMULATOR = `
  import { readFileSync } from 'node:fs';
  const { PAYPAL_SANDBOX_PORT: port, PAYPAL_SANDBOX_CLIENT_SECRET_FILE: file } = process.env;
  const authorize = (id) =>
    'Basic ' + Buffer.from(id + ':' + readFileSync(file, 'utf8').trim()).toString('base64');
  const request = async (path, init) => {
    const response = await fetch('http://127.0.0.1:' + port + path, init);
    if (!response.ok) throw new Error(path + ': ' + response.status);
    return response.json();
  };`;

/** Prints the product's own id of each order, a line each, from the simulator's PayPal API. */
const ORDER_IDS_PROGRAM = `${SIMULATOR}
  const body = new URLSearchParams({ grant_type: 'client_credentials' });
  const { access_token } = await request('/v1/oauth2/token', {
    method: 'POST', headers: { authorization: authorize('${providers.paypal}') }, body,
  });
  const headers = { authorization: 'Bearer ' + access_token };
  for (const order of process.argv.slice(1)) {
    const { purchase_units: [unit] } = await request('/v2/checkout/orders/' + order, { headers });
    console.log(unit.custom_id);
  }`;

/** Calls the control API in the account of a client. */
const CONTROL_PROGRAM = `${SIMULATOR}
  const [client, method, path] = process.argv.slice(1);
  const headers = { authorization: authorize(client), 'content-type': 'application/json' };
  const body = method === 'POST' ? '{}' : undefined;
  console.log(JSON.stringify(await request(path, { method, headers, body })));`;

const NODE = ['exec', '-T', 'paypal-sandbox', 'node', '--input-type=module', '-e'];
const runInSimulator = (program: string, ids: readonly string[]): Promise<string> =>
  compose([...NODE, program, '--', ...ids]);

/** Only programs in the simulator's container may call its control API. */
export const control: Control = async (provider, method, path) =>
  JSON.parse(await runInSimulator(CONTROL_PROGRAM, [providers[provider], method, path]));

/** Finds the product's ids of orders that have these ids in the PayPal simulator. */
async function orderIdsFromSimulator(simulatorIds: readonly string[]): Promise<string[]> {
  const output = await runInSimulator(ORDER_IDS_PROGRAM, simulatorIds);
  const ids = output.split('\n').filter(Boolean);
  const { length } = simulatorIds;
  assert(ids.length === length, `the simulator has ${ids.length} of ${length} orders`);
  assert(new Set(ids).size === length, 'the simulator has two orders with one id');
  return ids;
}

/** The load of a section, with its checks. */
export class LoadRun {
  readonly #acknowledged = new AcknowledgedOperations();
  readonly #report: Report;
  readonly #client: Client;
  #mix: LoadRequest[] = [];
  #load: OpenLoopLoad | undefined;
  #sent = 0;
  #failed = 0;

  constructor(report: Report, client: Client) {
    this.#report = report;
    this.#client = client;
  }

  /** Makes the data of the load; to be called once. */
  prepare(): Promise<boolean> {
    return this.#report.check('the load has its data', async () => {
      this.#mix = await createLoadMix(this.#client, this.#acknowledged);
    });
  }

  /** Starts the load; after a while without a failure it counts as a passed check. */
  async start(): Promise<void> {
    const load = new OpenLoopLoad(this.#client, this.#mix, rate);
    [this.#load, this.#sent, this.#failed] = [load, 0, 0];
    await this.#report.check(`${rate} requests a second`, async () => {
      await pause(WARM_UP_MS);
      this.assertNoFailures('before the first change');
      return formatLatencies(load.result);
    });
  }

  /** Throws the failures since the last call; returns how many requests were sent since then. */
  assertNoFailures(when: string): string {
    const { sent = 0, failures: all = [] } = this.#load?.result ?? {};
    const failures = all.slice(this.#failed);
    const line = `${sent - this.#sent} requests, ${failures.length} failed`;
    [this.#sent, this.#failed] = [sent, all.length];
    const some = failures.slice(0, MAX_SHOWN).join('\n');
    assert(failures.length === 0, `${line} ${when}\n${some}`);
    return line;
  }

  /** Ends the load without a check. */
  async halt(): Promise<void> {
    await this.#load?.stop();
  }

  /** What was acknowledged so far. */
  acknowledged(): AcknowledgedOperations {
    return this.#acknowledged.copy();
  }

  /** Lines for acknowledged operations that are lost or doubled. */
  findErrors(acknowledged: AcknowledgedOperations): Promise<string[]> {
    return verifyAcknowledged(this.#client, acknowledged, orderIdsFromSimulator);
  }

  /** Ends the load; no request may have failed, and each acknowledged operation must be stored once. */
  async stop(): Promise<void> {
    await pause(WARM_UP_MS);
    const result = await this.#load?.stop();
    await this.#report.check('no request failed', () => {
      assert(result !== undefined, 'there was no load');
      const { failures, sent } = result;
      const line = `${sent} sent, ${failures.length} failed, ${formatLatencies(result)}`;
      assert(failures.length === 0, [line, ...failures.slice(0, MAX_SHOWN)].join('\n'));
      return Promise.resolve(line);
    });
    await this.#report.check('every acknowledged operation is stored once', async () => {
      const errors = await this.findErrors(this.#acknowledged);
      const some = errors.slice(0, MAX_SHOWN).join('\n');
      assert(errors.length === 0, `${errors.length} errors\n${some}`);
      assert(this.#acknowledged.size > 0, 'nothing was acknowledged');
      return `${this.#acknowledged.size} operations`;
    });
  }
}
