/**
 * `npm run test:nodes`: ends each node of RabbitMQ, and the master of Redis, under load; measures how long
 * the product is away, and verifies what it has acknowledged.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { AcknowledgedOperations, verifyAcknowledged } from '@ctdb/containers/load/acknowledged';
import { Client } from '@ctdb/containers/load/client';
import { assert, Report, waitUntil } from '@ctdb/containers/report';
import { createStopSignal, openTemporarySession } from '@ctdb/launcher';
import { Operations } from './nodes/operations.ts';
import { administrator, Product } from './nodes/product.ts';
import { RabbitmqCluster } from './nodes/rabbitmq-cluster.ts';
import { RedisWithSentinels } from './nodes/redis-sentinel.ts';
import type { ServerNode } from './nodes/server-node.ts';
import { Shop } from './nodes/shop.ts';

/** So long each kind of operation may fail; longer if nothing tells that the node is gone. */
const MAX_GAP_MS = { SIGKILL: 10_000, SIGTERM: 10_000, SIGSTOP: 30_000 };
/** So long a node is away. */
const AWAY_MS = { SIGKILL: 20_000, SIGTERM: 20_000, SIGSTOP: 40_000 };
const WARM_UP_MS = 10_000;
const SIGN_IN_TIMEOUT_MS = 60_000;
const MAX_SHOWN = 20;
type Signal = keyof typeof AWAY_MS;

const { values } = parseArgs({
  options: { signals: { type: 'string', default: 'SIGKILL,SIGTERM,SIGSTOP' } },
});
const signals = values.signals.split(',') as Signal[];
const seconds = (milliseconds: number) => (milliseconds / 1_000).toFixed(1);
const stop = createStopSignal();
const report = new Report();
const session = await openTemporarySession(process.env, 'nodes');
const broker = new RabbitmqCluster(session);
const redis = new RedisWithSentinels(session);
let product: Product | undefined;

/** Ends a node, and says how long each kind of operation was without a success. */
async function endUnderLoad(
  { kinds }: Operations,
  node: ServerNode,
  signal: Signal,
): Promise<string> {
  const start = performance.now();
  if (signal === 'SIGSTOP') node.freeze();
  else await node.end(signal);
  await pause(AWAY_MS[signal], undefined, { signal: stop });
  const gaps = kinds.map((kind) => ({ name: kind.name, gap: kind.longestGap(start) }));
  if (signal === 'SIGSTOP') node.thaw();
  else await node.start();
  const line = gaps.map(({ name, gap }) => `${name} ${seconds(gap)} s`).join(', ');
  assert(
    gaps.every(({ gap }) => gap < MAX_GAP_MS[signal]),
    line,
  );
  return `longest time without a success: ${line}`;
}

async function endEachNode(operations: Operations): Promise<void> {
  for (const signal of signals) {
    for (const node of broker.nodes) {
      await report.check(`${node.name}, ${signal}`, () => endUnderLoad(operations, node, signal));
      await report.check('all queues have their members again', () => broker.waitUntilHealthy());
    }
    await report.check(`the master of Redis, ${signal}`, async () => {
      const master = await redis.findMaster();
      const line = await endUnderLoad(operations, master, signal);
      assert((await redis.findMaster()) !== master, 'it was not replaced');
      return `${master.name}; ${line}`;
    });
    await report.check('Redis has its replicas again', () => redis.waitUntilHealthy());
  }
}

async function run(): Promise<void> {
  await report.check('three nodes of RabbitMQ run', () => broker.start(session, stop));
  await report.check('three nodes of Redis and three Sentinels run', () =>
    redis.start(session, stop),
  );
  await report.check('the product runs', async () => {
    product = await Product.start(session, { ...broker.addresses, ...redis.addresses });
  });
  if (!product) return;
  const client = new Client(product.base);
  await waitUntil('sign-in', SIGN_IN_TIMEOUT_MS, () =>
    client.signIn(administrator).then(
      () => true,
      () => undefined,
    ),
  );
  const acknowledged = new AcknowledgedOperations();
  const shop = new Shop(product);
  await shop.open(client);
  const operations = await Operations.start(client, acknowledged, shop);
  await pause(WARM_UP_MS, undefined, { signal: stop });
  await endEachNode(operations);
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
  await product?.stop();
  await Promise.all([broker.stop(), redis.stop()]);
  await session.close();
}
console.log(report.summaryLine);
process.exitCode = report.failed > 0 ? 1 : 0;
