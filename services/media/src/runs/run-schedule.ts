import { isDeepStrictEqual } from 'node:util';
import { AppLogger, repeat, type Repeated } from '@ctdb/chassis';
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { MEDIA_CONFIG, type MediaConfig } from '../config.js';
import { RunBell } from './run-bell.js';

const RHYTHM = { first: 0, every: 30_000 };
/** A database that is away for half an hour costs no night. */
const RETRIES = { attempts: 30, backoff: { type: 'fixed', delay: 60_000 } } as const;

/**
 * The nightly backup and the weekly drill, as BullMQ's job schedulers: many workers make one job of
 * them, and one that is missed is made up for. Looked after, as Redis may lose them.
 */
@Injectable()
export class RunSchedule implements OnApplicationBootstrap, OnModuleDestroy {
  private job: Repeated | undefined;

  constructor(
    private readonly bell: RunBell,
    private readonly logger: AppLogger,
    @Inject(MEDIA_CONFIG) private readonly config: MediaConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.job = repeat('looking after the schedule', RHYTHM, this.logger, () => this.run());
  }

  async onModuleDestroy(): Promise<void> {
    await this.job?.stop();
  }

  /** One turn. Touching one that is right would put off a moment that is just due. */
  async run(): Promise<void> {
    const { cron, drillCron } = this.config.backup;
    await this.keep('full', cron);
    await this.keep('drill', drillCron);
  }

  private async keep(start: 'full' | 'drill', pattern: string | undefined): Promise<void> {
    const { queue } = this.bell;
    if (pattern === undefined) {
      await queue.removeJobScheduler(start);
      return;
    }
    const stored = await queue.getJobScheduler(start);
    const { attempts, backoff } = stored?.template?.opts ?? {};
    if (stored?.pattern === pattern && isDeepStrictEqual({ attempts, backoff }, RETRIES)) return;
    const template = { name: 'start', data: { start }, opts: RETRIES };
    await queue.upsertJobScheduler(start, { pattern }, template);
  }
}
