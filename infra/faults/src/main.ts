/** Kills each process of a running product under load, and verifies what it has acknowledged. */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { AcknowledgedOperations, verifyAcknowledged } from '@ctdb/containers/load/acknowledged';
import { Client } from '@ctdb/containers/load/client';
import { createLoadMix, spread, type LoadRequest } from '@ctdb/containers/load/load-mix';
import { waitUntil } from '@ctdb/containers/report';

const { values } = parseArgs({
  options: {
    base: { type: 'string', default: 'http://localhost:8080' },
    data: { type: 'string', default: '.data' },
    rounds: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});
const WORKERS = 3;
const SETTLE_MS = 2_000;
const RECOVERY_TIMEOUT_MS = 60_000;
const ACKNOWLEDGE_TIMEOUT_MS = 60_000;
/** So many good responses in a row: the product has recovered. */
const MIN_SUCCESSES = 10;
/** A repetition would be a second operation. */
const NOT_REPEATABLE = new Set(['order', 'upload']);

interface LauncherProcess {
  name: string;
  pid: number;
}

function listProcesses(): LauncherProcess[] {
  const state = readFileSync(`${values.data}/run.json`, 'utf8');
  return (JSON.parse(state) as { children: LauncherProcess[] }).children;
}

/** Sends requests one after the other, each until it is acknowledged; returns those that were refused. */
async function runWorker(
  client: Client,
  requests: readonly LoadRequest[],
  isStopped: () => boolean,
): Promise<string[]> {
  const refused: string[] = [];
  for (let turn = 0; !isStopped(); turn += 1) {
    const { name, create, onAcknowledged } = requests[turn % requests.length] as LoadRequest;
    const request = create();
    try {
      const response = await client.sendUntilAcknowledged(request, ACKNOWLEDGE_TIMEOUT_MS);
      if (response.status < 300) onAcknowledged?.(request, response);
      else refused.push(`${name}: status ${response.status}`);
    } catch (error) {
      refused.push(`${name}: ${String(error)}`);
    }
  }
  return refused;
}

/** Kills a process and measures how long reads fail. */
async function killUnderLoad(client: Client, target: LauncherProcess) {
  process.kill(target.pid, 'SIGKILL');
  const killedAt = Date.now();
  const { name, pid } = target;
  const findReplacement = () => listProcesses().find((one) => one.name === name && one.pid !== pid);
  const isReplaced = await waitUntil(
    `${name} is replaced`,
    RECOVERY_TIMEOUT_MS,
    findReplacement,
    100,
  )
    .then(() => true)
    .catch(() => false);
  let successes = 0;
  let recoveredAt = 0;
  let slowestMs = 0;
  while (successes < MIN_SUCCESSES && Date.now() - killedAt < RECOVERY_TIMEOUT_MS) {
    const sentAt = Date.now();
    const request = { path: '/api/diseases?limit=10&page=1' };
    const response = await client.send(request).catch(() => undefined);
    slowestMs = Math.max(slowestMs, Date.now() - sentAt);
    if (response?.status !== 200) successes = 0;
    else if ((successes += 1) === 1) recoveredAt = Date.now();
    await pause(50);
  }
  const hasRecovered = isReplaced && successes >= MIN_SUCCESSES;
  const seconds = ((recoveredAt - killedAt) / 1_000).toFixed(1);
  const after = hasRecovered ? `after ${seconds} s` : 'never';
  const line = `${name.padEnd(12)} recovered ${after}, slowest response ${slowestMs} ms`;
  return { line, hasRecovered };
}

const client = new Client(values.base);
await client.signIn({
  username: process.env['ADMIN_USERNAME'] ?? 'admin',
  password: process.env['ADMIN_PASSWORD'] ?? '',
});
const acknowledged = new AcknowledgedOperations();
const mix = await createLoadMix(client, acknowledged);
const requests = spread(mix.filter(({ name }) => !NOT_REPEATABLE.has(name)));
let isStopped = false;
const workers = Array.from({ length: WORKERS }, () => runWorker(client, requests, () => isStopped));

let failed = 0;
for (let round = 1; round <= Number(values.rounds); round += 1) {
  for (const { name } of listProcesses()) {
    if (values.only && values.only !== name) continue;
    await pause(SETTLE_MS);
    const target = listProcesses().find((process) => process.name === name);
    const { line, hasRecovered } = target
      ? await killUnderLoad(client, target)
      : { line: `${name}: not running`, hasRecovered: false };
    if (!hasRecovered) failed += 1;
    console.log(`${hasRecovered ? '✔' : '✖'} round ${round}: kill -9 ${line}`);
  }
}
await pause(SETTLE_MS);
isStopped = true;
const refused = (await Promise.all(workers)).flat();
const errors = [
  ...refused,
  ...(await verifyAcknowledged(client, acknowledged, () => Promise.resolve([]))),
];
for (const error of errors.slice(0, 20)) console.log(`✖ ${error}`);
console.log(
  `${acknowledged.size} operations acknowledged; ` +
    `${errors.length} refused, lost or doubled; ${failed} processes did not recover.`,
);
process.exitCode = errors.length > 0 || failed > 0 || acknowledged.size === 0 ? 1 : 0;
