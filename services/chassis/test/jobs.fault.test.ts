import { setTimeout as pause } from 'node:timers/promises';
import { FencedError } from '../src/jobs/index.js';
import {
  emptyRedis,
  ServiceProcess,
  startTestService,
  TcpProxy,
  testEnv,
  waitUntil,
  type TestService,
} from '../src/testing/index.js';
import { getQueueToken } from '@nestjs/bullmq';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { Types } from 'mongoose';
import {
  PAGES,
  PagedRepository,
  StarterModule,
  TICKS,
  timing,
  WorkerModule,
} from '../src/testing/jobs.fixture.js';

const allPages = Array.from({ length: PAGES }, (_, page) => page);

const env = testEnv();
let service: TestService;
let records: PagedRepository;
let proxy: TcpProxy;
let redis: Redis;
/** Two of them are killed; the last one continues. */
const workers = [1, 2, 3].map(
  () => new ServiceProcess(env, 'chassis/dist/testing/jobs-worker.program.js'),
);

beforeAll(async () => {
  redis = new Redis(env.REDIS_URL);
  env.onEnd(async () => redis.disconnect());
  proxy = await TcpProxy.to(env.REDIS_URL);
  env.onEnd(() => proxy.stop());
  process.env['REDIS_URL'] = proxy.url;
  // A process starts without Redis, too.
  await proxy.stop();
  service = await startTestService(StarterModule, env);
  records = service.get(PagedRepository);
}, 60_000);

const queue = (name: string) => service.get<Queue>(getQueueToken(name));
/** In this process, for one test. */
const losesAfter = async (lostMs: number, test: () => Promise<void>) => {
  const usual = timing.lostMs;
  timing.lostMs = lostMs;
  await test().finally(() => {
    timing.lostMs = usual;
  });
};
let slot = 0;
const newRecord = () => records.newRecord(new Types.ObjectId(), `slot-${(slot += 1)}`);
const start = async () => (await records.start(newRecord())).record._id;
const read = async (id: Types.ObjectId) => {
  const found = await records.find(id);
  if (!found) throw new Error('the record is gone');
  return found;
};
const ended = async (id: Types.ObjectId) => {
  await waitUntil(async () => (await read(id)).slot === undefined, 'the work does not end', 60_000);
  return read(id);
};
const isWhole = async (id: Types.ObjectId) =>
  expect(await ended(id)).toMatchObject({ status: 'completed', pages: allPages });
/** Starts work that is done to page 5. Returns its process. */
const startUntilPage5 = async () => {
  const id = await start();
  const isReached = async () => (await read(id)).pages.length >= 5;
  await waitUntil(isReached, 'page 5 is not reached', 40_000);
  const { pid } = await read(id);
  const worker = workers.find((each) => each.pid === pid);
  if (!worker) throw new Error('no worker has it');
  return { id, worker };
};

describe('work that no worker takes', () => {
  let waiting: Types.ObjectId;

  it('waits while Redis is unreachable', async () => {
    await losesAfter(2 * timing.heartbeatMs, async () => {
      waiting = await start();
      await pause(4 * timing.lostMs);
      expect(await read(waiting)).toMatchObject({ status: 'running', token: 0 });
    });
    await proxy.start();
  });

  it('is one with a second start of its slot, and with a repeated one', async () => {
    const record = newRecord();
    expect(await records.start(record)).toMatchObject({ isNew: true });
    const second = await records.start({ ...record, _id: new Types.ObjectId() });
    expect([second.isNew, second.record._id]).toEqual([false, record._id]);
    expect(await records.start(record)).toMatchObject({ isNew: false });
    await records.end({ ...record, token: 0 }, { $set: { status: 'completed' } });
    expect((await records.start(record)).record.status).toBe('completed');
  });

  it('is taken by one worker, and the earlier token writes nothing', async () => {
    const id = await start();
    const takes = await Promise.all([1, 2, 3].map(() => records.take(id)));
    const [first, ...others] = takes.filter((taken) => taken !== null);
    if (!first) throw new Error('no worker has the run');
    expect(others).toEqual([]);
    await pause(timing.staleMs + 50);
    const second = await records.take(id);
    if (!second) throw new Error('it is not taken over');
    await expect(records.write(first.record, { $push: { pages: 0 } })).rejects.toThrow(FencedError);
    await records.end(second.record, { $set: { status: 'completed' } });
    await expect(records.write(second.record, {})).rejects.toThrow(FencedError);
    expect(await records.take(id)).toBeNull();
  });

  it('is found and completed although Redis lost it', async () => {
    await emptyRedis(env);
    await Promise.all(workers.map((worker) => worker.start()));
    await isWhole(waiting);
    const hasAll = async () => (await queue('paged').getWorkersCount()) === workers.length;
    await waitUntil(hasAll, 'a worker is missing', 90_000);
  }, 120_000);

  it('fails if all workers stand still, and its slot is free', async () => {
    for (const worker of workers) worker.pause();
    await losesAfter(500, async () => {
      expect(await ended(await start())).toMatchObject({ status: 'failed', pages: [] });
    }).finally(() => workers.forEach((worker) => worker.resume()));
  });
});

const ticks = async () => Number(await redis.hget(`${env.REDIS_PREFIX}${TICKS}`, 'often'));

it('schedules run, and again after Redis lost them', async () => {
  await waitUntil(async () => (await ticks()) > 2, 'nothing is run', 40_000);
  await emptyRedis(env);
  await waitUntil(async () => (await ticks()) > 2, 'nothing is run again', 20_000);
});

it('schedules run once in each interval, in whatever number of processes', async () => {
  const [before, begin] = [await ticks(), Date.now()];
  await waitUntil(async () => (await ticks()) > before + 5, 'nothing is run', 40_000);
  expect((await ticks()) - before).toBeLessThan((Date.now() - begin) / 400 + 2);
});

describe('work whose worker', () => {
  let worker: ServiceProcess;
  let id: Types.ObjectId;
  beforeEach(async () => ({ id, worker } = await startUntilPage5()), 60_000);

  it('is paused continues in another worker, and the paused worker writes nothing more', async () => {
    worker.pause();
    await waitUntil(async () => (await read(id)).takeovers === 2, 'not taken over', 40_000);
    worker.resume();
    await isWhole(id);
    await pause(2 * timing.heartbeatMs);
    await isWhole(id);
  });

  it('is killed continues in another worker, every page once', async () => {
    await worker.kill();
    await isWhole(id);
    const { takeovers, silences } = await read(id);
    expect(takeovers).toBe(2);
    expect(silences[0]).toBe(0);
    expect(silences[1]).toBeGreaterThanOrEqual(timing.staleMs);
  });

  it('dies while Redis is emptied, and the clock moved back, continues in another', async () => {
    await worker.kill();
    await emptyRedis(env);
    const ahead = new Date(Date.now() + 7_200_000);
    await records['model'].updateOne({ _id: id }, { $set: { seenAt: ahead, waitingSince: ahead } });
    await isWhole(id);
  });

  it('loses all keys of Redis is completed by the same worker', async () => {
    await emptyRedis(env);
    await isWhole(id);
    expect((await read(id)).takeovers).toBe(1);
  });

  it('loses Redis continues, and works again when it is back', async () => {
    await proxy.stop();
    await isWhole(id);
    await proxy.start();
    await isWhole(await start());
  });

  it('shuts down continues in the next one, and the takeover does not count', async () => {
    expect(await worker.stop()).toBe(0);
    const next = await startTestService(WorkerModule, env);
    await isWhole(id);
    expect(await read(id)).toMatchObject({ takeovers: 1, silences: [0, 0] });
    // Also without Redis.
    await proxy.stop();
    await next.close();
    await proxy.start();
  });
});
