import { beforeAll, expect, it } from 'vitest';
import { ChassisModule, Heartbeats, OnEvent } from '@ctdb/chassis';
import {
  admin,
  rpcCallers,
  startTestService,
  TcpProxy,
  testBroker,
  testEnv,
  waitUntil,
  type RpcCaller,
  type TestService,
} from '@ctdb/chassis/testing';
import { defineEvent, getOpsOverview, type ProcessHealth } from '@ctdb/contracts';
import { Controller, Module } from '@nestjs/common';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { z } from 'zod';
import { OpsModule } from '../src/ops.module.js';

const happened = defineEvent({ name: 'catalog.test.happened.v1', payload: z.object({}) });

@Controller()
class Listener {
  @OnEvent(happened)
  take(): void {}
}

/** A service that can be stopped in order. */
@Module({
  imports: [ChassisModule.forRoot({ service: 'media', mongo: true, redis: true })],
  controllers: [Listener],
})
class MediaModule {}

const env = testEnv();
let ops: TestService;
let redis: TcpProxy;
let call: RpcCaller;
let broker: Awaited<ReturnType<typeof testBroker>>;

beforeAll(async () => {
  broker = await testBroker(env);
  redis = await TcpProxy.to(env.REDIS_URL);
  env.onEnd(() => redis.stop());
  process.env['REDIS_URL'] = redis.url;
  ops = await startTestService(OpsModule, env);
  call = (await rpcCallers(env))(admin());
}, 120_000);

const overview = () => call(getOpsOverview, {});
const processes = async (name: string): Promise<ProcessHealth[]> =>
  (await overview()).processes.filter((each) => each.name === name);
const stateOf = async (name: string) => (await processes(name))[0]?.state;
/** Waits for a state; the process does not wait for the time of its next heartbeat. */
const isSeen = (service: TestService, name: string, state: string) =>
  waitUntil(
    async () => {
      await service.get(Heartbeats)['publish']();
      return (await stateOf(name)) === state;
    },
    `${name} is not ${state}`,
    20_000,
  );
const queue = async (name: string) => (await overview()).queues.find((each) => each.name === name);

it('processes report that they run, their dependencies, and their stop', async () => {
  const media = await startTestService(MediaModule, env);
  const jobQueues = async () =>
    (await overview()).queues.filter(({ kind }) => kind === 'job').length;
  await waitUntil(async () => (await jobQueues()) > 0, 'the queues of jobs are not listed');
  await waitUntil(async () => (await stateOf('media')) === 'ready', 'media is not ready');
  const [mediaProcess] = await processes('media');
  expect(mediaProcess?.dependencies.map(({ name, isUp }) => `${name} ${isUp}`).sort()).toEqual([
    'mongodb true',
    'rabbitmq true',
    'redis true',
  ]);
  expect(Date.parse(mediaProcess?.startedAt ?? '')).toBeLessThanOrEqual(
    Date.parse(mediaProcess?.lastSeenAt ?? ''),
  );
  await isSeen(ops, 'ops', 'ready');

  await redis.stop();
  await isSeen(media, 'media', 'notReady');
  const [without] = await processes('media');
  expect(without?.dependencies).toContainEqual({ name: 'redis', isUp: false });
  // Unknown is not the same as none.
  expect(await jobQueues()).toBe(0);
  expect((await overview()).unknown).toEqual(['jobQueues']);
  expect(await queue('events.ops')).toBeDefined();
  await redis.start();
  await isSeen(media, 'media', 'ready');
  await waitUntil(async () => (await overview()).unknown === undefined, 'still unknown', 20_000);
  expect(await jobQueues()).toBeGreaterThan(0);

  await media.close();
  await waitUntil(async () => (await stateOf('media')) === undefined, 'media is missed');
}, 90_000);

it('processes are silent after a crash, for an ops process started afterwards', async () => {
  const client = new Redis(env.REDIS_URL, { keyPrefix: env.REDIS_PREFIX });
  env.onEnd(async () => client.disconnect());
  const copies = async () => Object.entries(await client.hgetall('ops:processes'));
  const isMedia = ([key]: [string, string]) => key.startsWith('media\n');
  await waitUntil(async () => (await copies()).some(isMedia), 'there is no copy');
  const [copy] = (await copies()).filter(isMedia);
  // As after a crash: no last word, and no heartbeat for a minute.
  const [firstSeenAt, lastSeenAt] = [Date.now() - 120_000, Date.now() - 60_000];
  const crashed = { name: 'catalog', isGone: false, firstSeenAt, lastSeenAt };
  const silent = { ...(JSON.parse(copy?.[1] ?? '') as object), ...crashed };
  await ops.close();
  await client.hset('ops:processes', 'catalog\nhost:1', JSON.stringify(silent));
  ops = await startTestService(OpsModule, env);
  await waitUntil(async () => (await stateOf('catalog')) === 'silent', 'it is not missed');
}, 60_000);

it('queues of jobs are counted, and stay unchanged', async () => {
  const connection = { url: env.REDIS_URL };
  const backups = new Queue('backup', { connection, prefix: `${env.REDIS_PREFIX}media` });
  env.onEnd(() => backups.close());
  await backups.add('one', {});
  await backups.add('two', {}, { priority: 2 });
  await backups.add('later', {}, { delay: 3_600_000 });
  const counts = { waiting: 2, active: 0, delayed: 1, failed: 0 };
  expect(await queue('media.backup')).toEqual({ name: 'media.backup', kind: 'job', ...counts });
  const jobQueues = (await overview()).queues.filter(({ kind }) => kind === 'job');
  const expected = `
    billing.mail billing.maintenance billing.payments catalog.imports
    media.maintenance media.process media.backup media.runs ops.deployments ops.mail
  `;
  expect(jobQueues.map(({ name }) => name)).toEqual(expected.trim().split(/\s+/));
  const unchanged = { waiting: 1, prioritized: 1, delayed: 1 };
  expect(await backups.getJobCounts('waiting', 'prioritized', 'delayed')).toEqual(unchanged);
});

it('queues of events report how many wait while no service consumes them', async () => {
  const { channel, names } = broker;
  expect(await queue('events.catalog')).toMatchObject({ kind: 'event', waiting: 0 });
  for (let index = 0; index < 3; index += 1)
    channel.sendToQueue(names.eventsOf('catalog'), Buffer.from('{}'));
  await waitUntil(async () => (await queue('events.catalog'))?.waiting === 3);
  expect(await queue('events.catalog.dead')).toMatchObject({ kind: 'dead', waiting: 0 });
});

it('queues include the waiting dead letters', async () => {
  const { channel, names } = broker;
  const { waitingDeadLetters = 0 } = await overview();
  channel.publish(names.deadEvents, names.eventsOf('media'), Buffer.from('{}'));
  await waitUntil(async () => (await overview()).waitingDeadLetters === waitingDeadLetters + 1);
});
