import { parseArgs } from 'node:util';
import { Client } from './client.ts';
import { audit, work, type Ledger } from './load.ts';
import { replaced, targets } from './processes.ts';

const { values } = parseArgs({
  options: {
    base: { type: 'string', default: 'http://localhost:8080' },
    data: { type: 'string', default: '.data' },
    rounds: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});
const account = {
  username: process.env['ADMIN_USERNAME'] ?? 'admin',
  password: process.env['ADMIN_PASSWORD'] ?? '',
};
const WORKERS = 3;
const SETTLE_MS = 2_000;
const RECOVERY_LIMIT_MS = 60_000;

const pause = (milliseconds: number) => new Promise((wake) => setTimeout(wake, milliseconds));

/** Kills one process under load and says how long reads failed. */
const killUnderLoad = async (
  client: Client,
  name: string,
): Promise<{ line: string; ok: boolean }> => {
  const target = targets(values.data).find((entry) => entry.name === name);
  if (!target) return { line: `${name}: not running`, ok: false };
  process.kill(target.pid, 'SIGKILL');
  const killedAt = Date.now();
  const back = await replaced(values.data, target, RECOVERY_LIMIT_MS);
  let good = 0;
  let wellSince = 0;
  let worst = 0;
  while (good < 10 && Date.now() - killedAt < RECOVERY_LIMIT_MS) {
    const began = Date.now();
    const answer = await client.try({ method: 'GET', path: '/api/diseases?limit=10&page=1' });
    worst = Math.max(worst, Date.now() - began);
    if (answer?.status === 200) {
      if (good === 0) wellSince = Date.now();
      good += 1;
    } else good = 0;
    await pause(50);
  }
  const ok = back && good >= 10;
  const well = ok ? `${((wellSince - killedAt) / 1_000).toFixed(1)} s` : 'never';
  return { line: `${name.padEnd(12)} well again after ${well}, slowest answer ${worst} ms`, ok };
};

const client = new Client(values.base, account);
const ledger: Ledger = { diseases: new Map(), notes: new Map(), acknowledged: 0, refused: [] };
let stopped = false;
const workers = Array.from({ length: WORKERS }, () =>
  work(new Client(values.base, account), ledger, () => stopped),
);
const load = Promise.all(workers).catch((error: unknown) => {
  ledger.refused.push(String(error));
});

let failed = 0;
for (let round = 1; round <= Number(values.rounds); round += 1) {
  for (const { name } of targets(values.data)) {
    if (values.only && values.only !== name) continue;
    await pause(SETTLE_MS);
    const { line, ok } = await killUnderLoad(client, name);
    if (!ok) failed += 1;
    console.log(`${ok ? '✔' : '✖'} round ${round}: kill -9 ${line}`);
  }
}
await pause(SETTLE_MS);
stopped = true;
await load;
const faults = await audit(client, ledger);
for (const fault of faults.slice(0, 20)) console.log(`✖ ${fault}`);
console.log(
  `${ledger.acknowledged} operations acknowledged, ${ledger.diseases.size} diseases; ` +
    `${faults.length} lost, doubled or different; ${failed} processes did not come back.`,
);
process.exitCode = faults.length > 0 || failed > 0 || ledger.acknowledged === 0 ? 1 : 0;
