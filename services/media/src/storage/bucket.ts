import { AppLogger, Health, repeat, type Repeated } from '@ctdb/chassis';
import { ObjectStore } from '@ctdb/chassis/storage';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';

const RHYTHM = { first: 0, every: 2_000 };

/** Makes the bucket at the start, whenever the storage comes, and lets health tell of it. */
@Injectable()
export class Bucket implements OnApplicationBootstrap, OnModuleDestroy {
  private making: Repeated | undefined;

  constructor(
    private readonly store: ObjectStore,
    private readonly logger: AppLogger,
    health: Health,
  ) {
    health.register('storage', () => store.ensureBucket());
  }

  onApplicationBootstrap(): void {
    const job = repeat('making the bucket', RHYTHM, this.logger, async () => {
      await this.store.ensureBucket();
      void job.stop();
    });
    this.making = job;
  }

  async onModuleDestroy(): Promise<void> {
    await this.making?.stop();
  }
}
