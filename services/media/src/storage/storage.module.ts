import { AppLogger, Health } from '@ctdb/chassis';
import { ObjectStore } from '@ctdb/chassis/storage';
import {
  Global,
  Injectable,
  Module,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { loadConfig, MEDIA_CONFIG, type MediaConfig } from '../config.js';
import { retryUntilDone } from './retry-until-done.js';

/** Creates the bucket as soon as the storage can be reached, and reports the storage's health. */
@Injectable()
class BucketInitializer implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly stopping = new AbortController();

  constructor(
    private readonly store: ObjectStore,
    private readonly logger: AppLogger,
    health: Health,
  ) {
    health.register('storage', () => store.ensureBucket());
  }

  onApplicationBootstrap(): void {
    const ensureBucket = () => this.store.ensureBucket();
    void retryUntilDone('bucket initialisation', ensureBucket, this.logger, this.stopping.signal);
  }

  onModuleDestroy(): void {
    this.stopping.abort();
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
