import { AppLogger, repeat, type Repeated } from '@ctdb/chassis';
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { RunEvents } from './run-events.js';
import { RunsRepository } from './runs.repository.js';
import { RUN_TIMING, type RunTiming } from './timing.js';

/** Fails runs that no worker has taken care of for too long; in both processes, so that one is enough. */
@Injectable()
export class RunReaper implements OnApplicationBootstrap, OnModuleDestroy {
  private job: Repeated | undefined;

  constructor(
    private readonly runs: RunsRepository,
    private readonly events: RunEvents,
    private readonly logger: AppLogger,
    @Inject(RUN_TIMING) private readonly timing: RunTiming,
  ) {}

  onApplicationBootstrap(): void {
    const rhythm = { first: 0, every: this.timing.watch };
    this.job = repeat('looking for lost runs', rhythm, this.logger, () => this.run());
  }

  async onModuleDestroy(): Promise<void> {
    await this.job?.stop();
  }

  /** One turn. */
  async run(now = new Date()): Promise<void> {
    for (const run of await this.runs.lost(now)) {
      const told = this.events.ended(run, 'failed');
      if (!(await this.runs.fail(run, 'interrupted', told, now))) continue;
      this.logger.error('a run lost its worker', { run: run._id.toHexString() });
      this.events.relaySoon();
    }
  }
}
