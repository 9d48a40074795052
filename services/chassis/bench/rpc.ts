/**
 * Calls per second through `RpcClient` and a service's handler (contract checked on both sides,
 * service token, deadline, trace), against the same call on bare amqplib with direct reply-to.
 * Caller and service are processes of their own; 50 calls in flight. Needs RABBITMQ_URL.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { bareCaller, serveBare } from './bare.js';
import { throughput } from './load.js';
import { callNames } from './messages.js';
import { ourCaller, serveOurs } from './ours.js';

const ROUNDS = 3;
const url = process.env['RABBITMQ_URL'] ?? 'amqp://127.0.0.1:5672';
const file = fileURLToPath(import.meta.url);

const median = (figures: number[]): number =>
  figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;

const measure = async (): Promise<void> => {
  const service = fork(file, ['serve']);
  await once(service, 'message');
  const bare = await bareCaller(url);
  const ours = await ourCaller();
  for (const name of callNames) {
    const figures = { bare: [] as number[], ours: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      figures.bare.push(await throughput(() => bare.call(name)));
      figures.ours.push(await throughput(() => ours.call(name)));
    }
    const [bareRate, ourRate] = [median(figures.bare), median(figures.ours)];
    process.stdout.write(
      `${name}: bare ${bareRate.toFixed(0)}/s, chassis ${ourRate.toFixed(0)}/s, ratio ${(ourRate / bareRate).toFixed(2)}\n`,
    );
  }
  await Promise.all([bare.close(), ours.close()]);
  service.kill();
};

if (process.argv[2] === 'serve') {
  await Promise.all([serveBare(url), serveOurs()]);
  process.send?.('ready');
} else {
  process.env['MESSAGE_NAMESPACE'] ??= 'bench';
  process.env['LOG_LEVEL'] ??= 'warn';
  process.env['SERVICE_TOKEN_SECRET'] ??= 'a-secret-of-the-benchmark-0123456789';
  await measure();
}
