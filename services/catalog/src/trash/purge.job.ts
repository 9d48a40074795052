import { AppLogger, repeat, type Repeated } from '@ctdb/chassis';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { PurgeService } from './purge.service.js';

const RHYTHM = { first: 60_000, every: 3_600_000 };

/** Empties the trash every hour, in every replica. */
@Injectable()
export class PurgeJob implements OnApplicationBootstrap, OnModuleDestroy {
  private job: Repeated | undefined;

  constructor(
    private readonly purge: PurgeService,
    private readonly logger: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    this.job = repeat('emptying the trash', RHYTHM, this.logger, () => this.purge.run());
  }

  async onModuleDestroy(): Promise<void> {
    await this.job?.stop();
  }
}
