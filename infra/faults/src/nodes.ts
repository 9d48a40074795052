/**
 * `npm run test:nodes`: ends each node of RabbitMQ, the master of Redis, and each process of the product,
 * under load; measures how long the product is away, and verifies what it has acknowledged.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ACCOUNT, Product } from '@ctdb/bench/product';
import { AcknowledgedOperations, verifyAcknowledged } from '@ctdb/containers/load/acknowledged';
import { Client } from '@ctdb/containers/load/client';
import { createLoadMix } from '@ctdb/containers/load/load-mix';
import { Shop } from '@ctdb/containers/load/shop';
import { assert, Report, waitUntil } from '@ctdb/containers/report';
import { createStopSignal, openTemporarySession } from '@ctdb/launcher';
import { processes } from '@ctdb/launcher/users';
import { Operations } from './nodes/operations.ts';
import { RabbitmqCluster } from './nodes/rabbitmq-cluster.ts';
import { RedisWithSentinels } from './nodes/redis-sentinel.ts';
import type { EndSignal, ServerNode } from './nodes/server-node.ts';
import { controlOf } from './nodes/simulator.ts';

/** So long a node is away, and each kind of operation may fail; longer if nothing tells that it is gone. */
const LIMITS = {
  SIGKILL: { awayMs: 20_000, maxGapMs: 10_000 },
  SIGTERM: { awayMs: 20_000, maxGapMs: 10_000 },
  SIGSTOP: { awayMs: 40_000, maxGapMs: 30_000 },
};
/** The launcher starts a process of the product again within this time. */
const RESTART_LIMITS = { awayMs: 40_000, maxGapMs: 30_000 };
const WARM_UP_MS = 10_000;
const SIGN_IN_TIMEOUT_MS = 60_000;
const MAX_SHOWN = 20;

const { values } = parseArgs({
  options: { signals: { type: 'string', default: 'SIGKILL,SIGTERM,SIGSTOP' } },
});
const signals = values.signals.split(',') as EndSignal[];
const seconds = (milliseconds: number) => (milliseconds / 1_000).toFixed(1);
const stop = createStopSignal();
const report = new Report();
const session = await openTemporarySession(process.env, 'nodes');
const broker = new RabbitmqCluster(session);
const redis = new RedisWithSentinels(session);
let product: Product | undefined;

/** Says how long each kind of operation is without a success after `end`. */
async function measureGaps(
  { kinds }: Operations,
  { awayMs, maxGapMs }: typeof RESTART_LIMITS,
  end: () => Promise<void>,
): Promise<string> {
  const start = performance.now();
  await end();
  await pause(awayMs, undefined, { signal: stop });
  const gaps = kinds.map((kind) => ({ name: kind.name, gap: kind.longestGap(start) }));
  const line = gaps.map(({ name, gap }) => `${name} ${seconds(gap)} s`).join(', ');
  assert(
    gaps.every(({ gap }) => gap < maxGapMs),
    line,
  );
  return `longest time without a success: ${line}`;
}

/** Ends a node under load, and starts it again. */
async function endNode(operations: Operations, node: ServerNode, signal: EndSignal) {
  try {
    return await measureGaps(operations, LIMITS[signal], () => node.end(signal));
  } finally {
    await node.start();
  }
}

async function endEachNode(operations: Operations): Promise<void> {
  for (const signal of signals) {
    for (const node of broker.nodes) {
      await report.check(`${node.name}, ${signal}`, () => endNode(operations, node, signal));
      await report.check('all queues have their members again', () => broker.waitUntilHealthy());
    }
    await report.check(`the master of Redis, ${signal}`, async () => {
      const master = await redis.findMaster();
      const line = await endNode(operations, master, signal);
      assert((await redis.findMaster()) !== master, 'it was not replaced');
      return `${master.name}; ${line}`;
    });
    await report.check('Redis has its replicas again', () => redis.waitUntilHealthy());
  }
}

/** Kills each process, which the launcher starts again. */
async function killEachProcess(operations: Operations, { findProcess }: Product): Promise<void> {
  for (const name of processes)
    await report.check(`${name}, SIGKILL`, async () => {
      const pid = findProcess(name)?.pid;
      assert(pid !== undefined, 'it does not run');
      const line = await measureGaps(operations, RESTART_LIMITS, async () => {
        process.kill(pid, 'SIGKILL');
      });
      assert(![undefined, pid].includes(findProcess(name)?.pid), 'it was not replaced');
      return line;
    });
}

async function run(): Promise<void> {
  await report.check('three nodes of RabbitMQ run', () => broker.start(session, stop));
  await report.check('three nodes of Redis and three Sentinels run', () =>
    redis.start(session, stop),
  );
  const servers = { ...broker.addresses, ...redis.addresses };
  await report.check('the product runs', async () => {
    product = await Product.start(session, servers, stop);
  });
  if (!product) return;
  const client = new Client(product.origin);
  await waitUntil('sign-in', SIGN_IN_TIMEOUT_MS, () =>
    client.signIn(ACCOUNT).then(
      () => true,
      () => undefined,
    ),
  );
  const acknowledged = new AcknowledgedOperations();
  const shop = new Shop(product.origin, controlOf(product));
  const operations = new Operations(client, await createLoadMix(client, acknowledged), shop);
  await pause(WARM_UP_MS, undefined, { signal: stop });
  await endEachNode(operations);
  await killEachProcess(operations, product);
  await pause(WARM_UP_MS, undefined, { signal: stop });
  await report.check('every operation was acknowledged in the end', async () => {
    const failures = await operations.stop();
    assert(failures.length === 0, failures.slice(0, MAX_SHOWN).join('\n'));
    const counts = operations.kinds.map(({ name, count }) => `${count} ${name}`).join(', ');
    return `${counts}; ${operations.repeated} requests repeated, ${operations.signIns} sign-ins`;
  });
  await report.check('nothing acknowledged is lost or doubled', async () => {
    const errors = [
      ...(await verifyAcknowledged(client, acknowledged, () => Promise.resolve([]))),
      ...(await shop.verify(client)),
    ];
    assert(errors.length === 0, errors.slice(0, MAX_SHOWN).join('\n'));
    return `${acknowledged.size} writes and ${shop.paid} payments`;
  });
}

try {
  await report.section('the test', run);
} finally {
  await session.supervisor.stop();
  await Promise.all([broker.stop(), redis.stop()]);
  await session.close();
}
console.log(report.summaryLine);
process.exitCode = report.failed > 0 ? 1 : 0;
