/**
 * Reads per second by the holder of a pass, with the check of access and without it: the same
 * gateway twice, one of which takes every caller for the holder unasked. Both read one disease
 * from a catalog that answers from memory, and take turns by the second. Needs RABBITMQ_URL and
 * REDIS_URL.
 */
import { createHash, randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { accessKeys, type PassRecord } from '@ctdb/contracts';
import { Redis } from 'ioredis';
import { Gatekeeper } from '../src/access/gatekeeper.js';
import { createGateway } from '../src/create-gateway.js';
import { startCatalog } from './catalog.js';
import { median, Reader } from './load.js';
import { start } from './processes.js';

/** Two processes of the same code differ by more than what is measured: several pairs, then. */
const PAIRS = 7;
const ROUNDS = 5;
const ROUND_MS = 1_000;
const HOUR_MS = 3_600_000;
const file = fileURLToPath(import.meta.url);
const path = `/api/diseases/${'d'.repeat(24)}`;

const startGateway = async (isChecked: boolean): Promise<void> => {
  const app = await createGateway();
  if (!isChecked) {
    app.get(Gatekeeper).check = async (_request, _reply, edge) => {
      edge.caller = { subject: { role: 'pass', id: 'p', plan: 'hourly' } };
    };
  }
  await app.listen(0, '127.0.0.1');
  process.send?.(await app.getUrl());
};

const pass = async (redis: Redis): Promise<Record<string, string>> => {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = Date.now() + HOUR_MS;
  const record: PassRecord = { id: 'p', plan: 'hourly', expiresAt, until: expiresAt };
  const key = accessKeys.pass(createHash('sha256').update(token).digest('hex'));
  await redis.set(key, JSON.stringify(record), 'PXAT', expiresAt);
  return { cookie: `pass=${token}` };
};

interface Round {
  readonly checked: number;
  readonly unchecked: number;
}

/** Reads per second of one pair of gateways, by round; the first round, which warms up, is left out. */
const measurePair = async (headers: Record<string, string>): Promise<Round[]> => {
  const children = [await start(file, 'checked'), await start(file, 'unchecked')];
  const [checked, unchecked] = children.map(({ told }) => new Reader(`${told}${path}`, headers));
  if (!checked || !unchecked) throw new Error('a gateway is missing');
  const rounds: Round[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const without = await unchecked.throughput(ROUND_MS);
    rounds.push({ unchecked: without, checked: await checked.throughput(ROUND_MS) });
  }
  for (const reader of [checked, unchecked]) reader.close();
  for (const { child } of children) child.send('end');
  return rounds.slice(1);
};

const extraCost = (rounds: readonly Round[]): number =>
  Number((median(rounds.map(({ unchecked, checked }) => unchecked / checked)) - 1).toFixed(3));

const measure = async (): Promise<void> => {
  const keyPrefix = process.env['REDIS_PREFIX'] ?? '';
  const redis = new Redis(process.env['REDIS_URL'] ?? 'redis://127.0.0.1', { keyPrefix });
  const catalog = await start(file, 'catalog');
  const headers = await pass(redis);
  const pairs: Round[][] = [];
  while (pairs.length < PAIRS) pairs.push(await measurePair(headers));
  const rounds = pairs.flat();
  const figures = {
    uncheckedPerSecond: Math.round(median(rounds.map((round) => round.unchecked))),
    checkedPerSecond: Math.round(median(rounds.map((round) => round.checked))),
    extraCost: extraCost(rounds),
    extraCostOfPairs: pairs.map(extraCost),
  };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
  catalog.child.send('end');
  redis.disconnect();
};

process.once('message', () => process.exit());
const role = process.argv[2] ?? 'measure';
switch (role) {
  case 'catalog':
    await startCatalog();
    process.send?.('ready');
    break;
  case 'checked':
  case 'unchecked':
    await startGateway(role === 'checked');
    break;
  default:
    process.env['WEB_DIST'] ??= fileURLToPath(new URL('../../../../web/dist', import.meta.url));
    process.env['MESSAGE_NAMESPACE'] ??= 'bench-pass';
    process.env['REDIS_PREFIX'] ??= 'bench-pass:';
    process.env['LOG_LEVEL'] ??= 'warn';
    process.env['RATE_SIGNED_IN'] ??= '10000000';
    process.env['SERVICE_TOKEN_SECRET'] ??= 'a-secret-of-the-benchmark-0123456789';
    await measure();
}
