import { setTimeout as pause } from 'node:timers/promises';
import { AppLogger, ChassisModule, recordModels, recordOptions, REDIS } from '../index.js';
import {
  FencedProcessor,
  FencedRepository,
  JobProcessor,
  JobRecord,
  JobsModule,
  type FencedJobData,
  type JobTiming,
  type TakenJob,
} from '../jobs/index.js';
import { InjectQueue, Processor } from '@nestjs/bullmq';
import { Inject, Injectable, Module } from '@nestjs/common';
import { InjectModel, Prop, Schema } from '@nestjs/mongoose';
import { Interval } from '@nestjs/schedule';
import type { Job, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Model, Types } from 'mongoose';

export const PAGES = 15;
const PAGE_MS = 50;
export const timing: JobTiming = { heartbeatMs: 200, staleMs: 1_000, lostMs: 90_000 };
export const TICKS = 'ticks';

/** Work of many pages; each write adds one. */
@Schema(recordOptions('paged'))
export class PagedRecord extends JobRecord {
  @Prop({ type: String }) status!: 'running' | 'completed' | 'failed';
  @Prop({ type: [Number] }) pages!: number[];
  /** How long each worker before was silent. */
  @Prop({ type: [Number] }) silences!: number[];
  /** The process that has it. */
  @Prop({ type: Number }) pid?: number;
}

@Injectable()
export class PagedRepository extends FencedRepository<PagedRecord> {
  constructor(
    @InjectModel(PagedRecord.name) model: Model<PagedRecord>,
    @InjectQueue('paged') queue: Queue<FencedJobData>,
    logger: AppLogger,
  ) {
    super(model, [], queue, logger, timing);
  }

  newRecord(_id: Types.ObjectId, slot: string): PagedRecord {
    return { _id, slot, status: 'running', token: 0, takeovers: 0, pages: [], silences: [] };
  }

  @Interval(300)
  run(): Promise<void> {
    return this.reconcile((lost) => this.end(lost, { $set: { status: 'failed' } }));
  }
}

/** Shorter than in production, also where BullMQ waits after an error or for its next look at an empty queue. */
const recovery = { lockDuration: 800, stalledInterval: 300, runRetryDelay: 300, drainDelay: 1 };

@Processor('paged', recovery)
class PagedProcessor extends FencedProcessor<PagedRecord> {
  constructor(
    private readonly paged: PagedRepository,
    logger: AppLogger,
  ) {
    super(paged, logger);
  }

  async work({ record, silentMs }: TakenJob<PagedRecord>, signal: AbortSignal): Promise<void> {
    await this.paged.write(record, { $push: { silences: silentMs }, $set: { pid: process.pid } });
    for (let page = record.pages.length; page < PAGES; page += 1) {
      await pause(PAGE_MS, undefined, { signal });
      await this.paged.write(record, { $push: { pages: page } });
    }
    await this.paged.end(record, { $set: { status: 'completed' } });
  }
}

@Processor('ticking', recovery)
class TickingProcessor extends JobProcessor {
  constructor(
    @Inject(REDIS) private readonly redis: Redis,
    logger: AppLogger,
  ) {
    super(logger);
  }

  async process({ name }: Job): Promise<void> {
    await this.redis.hincrby(TICKS, name, 1);
  }
}

const imports = [
  recordModels(PagedRecord),
  ChassisModule.forRoot({ service: 'catalog', mongo: true, redis: true }),
  JobsModule.forRoot({
    service: 'catalog',
    queues: ['paged', 'ticking'],
    schedules: () => [{ queue: 'ticking', id: 'often', every: 500 }],
  }),
];

/** The process that starts work and does none. */
@Module({ imports, providers: [PagedRepository] })
export class StarterModule {}

/** The process that works. */
@Module({ imports, providers: [PagedRepository, PagedProcessor, TickingProcessor] })
export class WorkerModule {}
