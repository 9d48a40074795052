/**
 * Receipt codes tried from many IPv6 networks at once: Redis must not fill up, and readers must not
 * notice. Needs a product that believes this machine about client addresses (`TRUST_PROXY=loopback`).
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Client } from '@ctdb/containers/load/client';
import type { LoadRequest } from '@ctdb/containers/load/load-mix';
import { formatLatencies, OpenLoopLoad, percentile } from '@ctdb/containers/load/open-loop';
import { Redis } from 'ioredis';

const { values } = parseArgs({
  options: {
    base: { type: 'string', default: 'http://localhost:8080' },
    redis: { type: 'string', default: 'redis://127.0.0.1:6379' },
    /** Different /64 networks, and the /48 sites that they are in. */
    networks: { type: 'string', default: '65000' },
    sites: { type: 'string', default: '65000' },
    seconds: { type: 'string', default: '600' },
    rate: { type: 'string', default: '110' },
  },
});
const MAX_GROWTH_MB = 20;
/** A reader does not notice so long a wait. */
const MAX_READ_MS = 300;
const READS_PER_SECOND = 5;
const BASELINE_MS = 10_000;
const BYTES_PER_MB = 1_000_000;

const [networks, sites, seconds, rate] = [
  values.networks,
  values.sites,
  values.seconds,
  values.rate,
].map(Number) as [number, number, number, number];

/** The address of a network, all in 2001:db8::/32, which is for documentation. */
const toAddress = (index: number): string =>
  `2001:db8:${(index % sites).toString(16)}:${Math.floor(index / sites).toString(16)}::1`;

const newCode = () =>
  randomBytes(8)
    .toString('hex')
    .replace(/(.{4})(?=.)/g, '$1-');

let next = 0;
const tries: LoadRequest = {
  name: 'restore',
  share: 100,
  create: () => ({
    method: 'POST',
    path: '/api/access/restore',
    body: { receiptCode: newCode(), email: 'someone@example.com' },
    headers: { 'x-forwarded-for': toAddress(next++ % networks) },
  }),
};
const reads: LoadRequest[] = [
  { name: 'page', share: 50, create: () => ({ path: '/api/diseases?limit=10&page=1' }) },
  { name: 'glossary', share: 50, create: () => ({ path: '/api/glossary' }) },
];

const redis = new Redis(values.redis);
const usedMemory = async () =>
  Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1]) / BYTES_PER_MB;

const reader = new Client(values.base);
await reader.signIn({
  username: process.env['ADMIN_USERNAME'] ?? 'admin',
  password: process.env['ADMIN_PASSWORD'] ?? '',
});

const quiet = new OpenLoopLoad(reader, reads, READS_PER_SECOND);
await pause(BASELINE_MS);
const before = await quiet.stop();
const [memoryBefore, keysBefore] = [await usedMemory(), await redis.dbsize()];

const reading = new OpenLoopLoad(reader, reads, READS_PER_SECOND);
const flood = new OpenLoopLoad(new Client(values.base), [tries], rate);
let peak = memoryBefore;
for (let second = 0; second < seconds; second += 1) {
  await pause(1_000);
  peak = Math.max(peak, await usedMemory());
}
const keys = (await redis.dbsize()) - keysBefore;
const during = await reading.stop();
const { sent, failures } = await flood.stop();
redis.disconnect();

const growth = peak - memoryBefore;
const answers = Object.groupBy(failures, (line) => /: (\d{3}) /.exec(line)?.[1] ?? 'none');
const counted = Object.entries(answers).map(([status, lines]) => `${status} × ${lines?.length}`);
console.log(
  `${sent} tries in ${seconds} s from ${networks} networks of ${sites} sites: ${counted.join(', ')}`,
);
console.log(`Redis: ${growth.toFixed(1)} MB more at most, ${keys} keys more at the end`);
console.log(`Readers before: ${formatLatencies(before)}`);
console.log(`Readers during: ${formatLatencies(during)}, ${during.failures.length} failed`);
const checked = (answers['404']?.length ?? 0) + (answers['429']?.length ?? 0);
const faults = [
  sent < networks && 'not every network has tried',
  checked < sent * 0.999 && 'not every try was checked or throttled',
  growth >= MAX_GROWTH_MB && `Redis grew by ${MAX_GROWTH_MB} MB or more`,
  during.failures.length > 0 && 'reads failed',
  percentile(during, 0.99) > MAX_READ_MS && `p99 of the reads is over ${MAX_READ_MS} ms`,
].filter((fault) => fault !== false);
console.log(faults.length === 0 ? '✔ within the limits' : `✖ ${faults.join(', ')}`);
process.exitCode = faults.length === 0 ? 0 : 1;
