/**
 * Calls per second through `RpcClient` and a service's handler (contract checked on both sides,
 * service token, deadline, trace), against the same call on bare amqplib with direct reply-to.
 * Caller and service are processes of their own; 50 calls in flight. Both ways take turns by the
 * second, so that whatever else the machine does hits both. Needs RABBITMQ_URL.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { amqplibCaller, serveAmqplib } from './amqplib-baseline.js';
import { median, throughput } from './load.js';
import { callNames, type CallName } from './messages.js';
import { chassisCaller, serveChassis } from './chassis-rpc.js';

const WARM_UP_ROUNDS = 1;
const ROUNDS = 7;
const url = process.env['RABBITMQ_URL'] ?? 'amqp://127.0.0.1:5672';
const file = fileURLToPath(import.meta.url);

type Call = (name: CallName) => Promise<unknown>;

const compare = async (name: CallName, bare: Call, ours: Call): Promise<void> => {
  const rounds: { bare: number; ours: number }[] = [];
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    rounds.push({
      bare: await throughput(() => bare(name)),
      ours: await throughput(() => ours(name)),
    });
  }
  const measured = rounds.slice(WARM_UP_ROUNDS);
  const figures = {
    call: name,
    barePerSecond: Math.round(median(measured.map((round) => round.bare))),
    chassisPerSecond: Math.round(median(measured.map((round) => round.ours))),
    ratio: Number(median(measured.map((round) => round.ours / round.bare)).toFixed(2)),
  };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
};

const measure = async (): Promise<void> => {
  const service = fork(file, ['serve']);
  await once(service, 'message');
  const bare = await amqplibCaller(url);
  const ours = await chassisCaller();
  for (const name of callNames) await compare(name, bare.call, ours.call);
  await Promise.all([bare.close(), ours.close()]);
  service.kill();
};

if (process.argv[2] === 'serve') {
  await Promise.all([serveAmqplib(url), serveChassis()]);
  process.send?.('ready');
} else {
  process.env['MESSAGE_NAMESPACE'] ??= 'bench';
  process.env['LOG_LEVEL'] ??= 'warn';
  process.env['SERVICE_TOKEN_SECRET'] ??= 'a-secret-of-the-benchmark-0123456789';
  await measure();
}
