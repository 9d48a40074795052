import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { WaitingError, type Job } from 'bullmq';
import { Types } from 'mongoose';
import { AppLogger } from '../logging/app-logger.js';
import { FencedProcessor } from './fenced.processor.js';
import type { FencedJobData, FencedRepository, JobRecord, TakenJob } from './fenced.repository.js';

class Processor extends FencedProcessor<JobRecord> {
  override get worker(): never {
    return { close: () => Promise.resolve() } as never;
  }

  protected async work(_taken: TakenJob<JobRecord>, signal: AbortSignal): Promise<void> {
    await pause(10_000, undefined, { signal });
  }
}

it('releases a record at shutdown only after its last heartbeat', async () => {
  const order: string[] = [];
  let beats = 0;
  const records = {
    timing: { heartbeatMs: 5 },
    take: () => Promise.resolve({ record: {}, silentMs: 0 }),
    write: async () => {
      beats += 1;
      await pause(50);
      order.push('heartbeat');
    },
    release: () => Promise.resolve(order.push('release')),
  };
  const processor = new Processor(
    records as unknown as FencedRepository<JobRecord>,
    new AppLogger('test', 'silent'),
  );
  const id = new Types.ObjectId().toHexString();
  const job = { data: { id }, moveToWait: () => Promise.resolve() };
  const processed = processor.process(job as unknown as Job<FencedJobData>);
  while (beats === 0) await pause(1);
  await processor.beforeApplicationShutdown();
  await expect(processed).rejects.toThrow(WaitingError);
  expect(order).toEqual([...Array<string>(beats).fill('heartbeat'), 'release']);
});
