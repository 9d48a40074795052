import { ObjectStore } from '@ctdb/chassis/storage';
import { Module } from '@nestjs/common';
import { MEDIA_CONFIG, type MediaConfig } from '../config.js';
import { Bucket } from './bucket.js';

@Module({
  providers: [
    {
      provide: ObjectStore,
      inject: [MEDIA_CONFIG],
      useFactory: ({ storage }: MediaConfig) => new ObjectStore(storage),
    },
    Bucket,
  ],
  exports: [ObjectStore],
})
export class StorageModule {}
