import { Module } from '@nestjs/common';
import { Bucket } from './bucket.js';
import { ObjectStore } from './object-store.js';

@Module({ providers: [ObjectStore, Bucket], exports: [ObjectStore] })
export class StorageModule {}
