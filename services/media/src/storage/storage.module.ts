import { AppLogger, Health, repeat, type Repeated } from '@ctdb/chassis';
import { ObjectStore } from '@ctdb/chassis/storage';
import {
  Global,
  Injectable,
  Module,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { loadConfig, MEDIA_CONFIG, type MediaConfig } from '../config.js';

const SCHEDULE = { first: 0, every: 2_000 };

/** Creates the bucket at the start, as soon as the storage can be reached, and reports its health. */
@Injectable()
class BucketInitializer implements OnApplicationBootstrap, OnModuleDestroy {
  private job: Repeated | undefined;

  constructor(
    private readonly store: ObjectStore,
    private readonly logger: AppLogger,
    health: Health,
  ) {
    health.register('storage', () => store.ensureBucket());
  }

  onApplicationBootstrap(): void {
    const job = repeat('bucket initialisation', SCHEDULE, this.logger, async () => {
      await this.store.ensureBucket();
      void job.stop();
    });
    this.job = job;
  }

  async onModuleDestroy(): Promise<void> {
    await this.job?.stop();
  }
}

/** Configuration and bucket; every process of media imports it once. */
@Global()
@Module({
  providers: [
    { provide: MEDIA_CONFIG, useFactory: () => loadConfig() },
    {
      provide: ObjectStore,
      inject: [MEDIA_CONFIG],
      useFactory: ({ storage }: MediaConfig) => new ObjectStore(storage),
    },
    BucketInitializer,
  ],
  exports: [MEDIA_CONFIG, ObjectStore],
})
export class StorageModule {}
