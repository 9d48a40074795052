import { setTimeout as pause } from 'node:timers/promises';
import { FencedError, Schedules } from '../src/jobs/index.js';
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
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { Types } from 'mongoose';
import {
  PAGES,
  PagedRepository,
  StarterModule,
  TICKS,
  timing,
} from '../src/testing/jobs.fixture.js';

const allPages = Array.from({ length: PAGES }, (_, page) => page);

const env = testEnv();
let service: TestService;
let records: PagedRepository;
let proxy: TcpProxy;
let redis: Redis;
const workers: ServiceProcess[] = [];
/** One for each test that ends one, and the one that continues: they start side by side. */
const WORKERS = 5;

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
}, 240_000);

const workerCount = async () => service.get<Queue>(getQueueToken('paged')).getWorkersCount();
/** Starts the workers that are missing, and waits until all are there. */
const startWorkers = async (count: number): Promise<void> => {
  const missing = Array.from({ length: Math.max(0, count - workers.length) }, () => {
    const worker = new ServiceProcess(env, 'chassis/src/testing/jobs-worker.fixture.ts');
    workers.push(worker);
    return worker.start();
  });
  await Promise.all(missing);
  await waitUntil(async () => (await workerCount()) >= count, 'a worker is missing', 90_000);
};
/** Returns the exit code. */
const end = (worker: ServiceProcess, how: 'kill' | 'stop'): Promise<number | null> => {
  workers.splice(workers.indexOf(worker), 1);
  return worker[how]();
};
/** In this process, for one test. */
const losesAfter = async (lostMs: number, test: () => Promise<void>) => {
  const usual = timing.lostMs;
  timing.lostMs = lostMs;
  await test().finally(() => {
    timing.lostMs = usual;
  });
};
let slot = 0;
const start = async () => {
  const record = records.newRecord(new Types.ObjectId(), `slot-${(slot += 1)}`);
  await records.start(record);
  return record._id;
};
const read = async (id: Types.ObjectId) => {
  const found = await records.find(id);
  if (!found) throw new Error('the record is gone');
  return found;
};
const reached = (id: Types.ObjectId, pages: number) =>
  waitUntil(async () => (await read(id)).pages.length >= pages, `never at page ${pages}`, 40_000);
const ended = async (id: Types.ObjectId) => {
  await waitUntil(async () => (await read(id)).slot === undefined, 'the work does not end', 60_000);
  return read(id);
};
const isWhole = async (id: Types.ObjectId) =>
  expect(await ended(id)).toMatchObject({ status: 'completed', pages: allPages });

describe('work that waits', () => {
  it('waits while Redis is unreachable, and completes when it is reachable again', async () => {
    await losesAfter(2 * timing.heartbeatMs, async () => {
      const id = await start();
      await pause(4 * timing.lostMs);
      expect(await read(id)).toMatchObject({ status: 'running', token: 0 });
      timing.lostMs = 90_000;
      await proxy.start();
      await startWorkers(WORKERS);
      await isWhole(id);
    });
  }, 240_000);
});

describe('schedules', () => {
  const ticks = async () => Number(await redis.hget(`${env.REDIS_PREFIX}${TICKS}`, 'often'));
  const queue = () => service.get<Queue>(getQueueToken('ticking'));
  const schedulers = async () => (await queue().getJobSchedulers()).map(({ key }) => key).sort();
  const restored = async () => {
    service.get(Schedules).restore();
    await waitUntil(
      async () => (await schedulers()).length === 2,
      'the schedules are not restored',
    );
  };

  it('run, and again after Redis lost them', async () => {
    await startWorkers(1);
    await waitUntil(async () => (await ticks()) > 2, 'nothing is run', 40_000);
    await emptyRedis(env);
    await restored();
    await waitUntil(async () => (await ticks()) > 2, 'nothing is run again', 20_000);
    expect(await schedulers()).toEqual(['nightly', 'often']);
  }, 240_000);

  it('go where they are not declared, and come nearer where a clock ran ahead', async () => {
    await restored();
    const later = Date.now() + 7_200_000;
    await queue().upsertJobScheduler('forgotten', { every: 60_000 });
    await queue().upsertJobScheduler('often', { every: 500, startDate: later });
    await restored();
    expect(await schedulers()).toEqual(['nightly', 'often']);
    await startWorkers(1);
    const before = await ticks();
    await waitUntil(async () => (await ticks()) > before + 2, 'nothing is run', 40_000);
  }, 240_000);
});

describe('work that no worker takes', () => {
  const resume = () => workers.forEach((each) => each.resume());
  beforeAll(async () => {
    await startWorkers(1);
    for (const each of workers) each.pause();
  }, 240_000);
  afterAll(resume);

  it('fails, and its slot is free', async () => {
    await losesAfter(500, async () => {
      const id = await start();
      expect(await ended(id)).toMatchObject({ status: 'failed', pages: [] });
    });
  }, 240_000);

  it('is one with a second start of its slot, and with a repeated one', async () => {
    const record = records.newRecord(new Types.ObjectId(), 'only');
    expect(await records.start(record)).toMatchObject({ isNew: true });
    const second = await records.start(records.newRecord(new Types.ObjectId(), 'only'));
    expect([second.isNew, second.record._id]).toEqual([false, record._id]);
    expect(await records.start(record)).toMatchObject({ isNew: false });
    await records.end({ ...record, token: 0 }, { $set: { status: 'completed' } });
    expect((await records.start(record)).record.status).toBe('completed');
  }, 240_000);

  it('is taken by one worker, and the earlier token writes nothing', async () => {
    const record = records.newRecord(new Types.ObjectId(), 'fenced');
    await records.start(record);
    const takes = await Promise.all([1, 2, 3].map(() => records.take(record._id)));
    const [first, ...others] = takes.filter((taken) => taken !== null);
    if (!first) throw new Error('no worker has the run');
    expect(others).toEqual([]);
    await pause(timing.staleMs + 50);
    const second = await records.take(record._id);
    if (!second) throw new Error('it is not taken over');
    await expect(records.write(first.record, { $push: { pages: 0 } })).rejects.toThrow(FencedError);
    await records.end(second.record, { $set: { status: 'completed' } });
    await expect(records.write(second.record, {})).rejects.toThrow(FencedError);
    expect(await records.take(record._id)).toBeNull();
  }, 240_000);

  it('is found although Redis lost it', async () => {
    const id = await start();
    await emptyRedis(env);
    resume();
    await isWhole(id);
  }, 240_000);
});

describe('work whose worker', () => {
  let worker: ServiceProcess;
  let id: Types.ObjectId;

  beforeEach(async () => {
    await startWorkers(2);
    id = await start();
    await reached(id, 5);
    const { pid } = await read(id);
    const holder = workers.find((each) => each.pid === pid);
    if (!holder) throw new Error('no worker has it');
    worker = holder;
  }, 240_000);

  it('is killed continues in another worker, every page once', async () => {
    await end(worker, 'kill');
    await isWhole(id);
    const { takeovers, silences } = await read(id);
    expect(takeovers).toBe(2);
    expect(silences[0]).toBe(0);
    expect(silences[1]).toBeGreaterThanOrEqual(timing.staleMs);
  }, 240_000);

  it('is paused continues in another worker, and the paused worker writes nothing more', async () => {
    worker.pause();
    await waitUntil(async () => (await read(id)).takeovers === 2, 'not taken over', 40_000);
    worker.resume();
    await isWhole(id);
    await pause(2 * timing.heartbeatMs);
    await isWhole(id);
  }, 240_000);

  it('shuts down continues at once, and the takeover does not count', async () => {
    expect(await end(worker, 'stop')).toBe(0);
    await isWhole(id);
    expect(await read(id)).toMatchObject({ takeovers: 1, silences: [0, 0] });
  }, 240_000);

  it('loses all keys of Redis is completed by the same worker', async () => {
    await emptyRedis(env);
    await isWhole(id);
    expect((await read(id)).takeovers).toBe(1);
  }, 240_000);

  it('dies while Redis is emptied, and the clock moved back, continues in another', async () => {
    await end(worker, 'kill');
    await emptyRedis(env);
    const ahead = new Date(Date.now() + 7_200_000);
    await records['model'].updateOne({ _id: id }, { $set: { seenAt: ahead, waitingSince: ahead } });
    await isWhole(id);
  }, 240_000);

  it('continues while Redis is unreachable, and its worker stops in order', async () => {
    await proxy.stop();
    await isWhole(id);
    expect(await end(worker, 'stop')).toBe(0);
    await proxy.start();
    await isWhole(await start());
  }, 240_000);
});
