import { ChassisModule } from '@ctdb/chassis';
import type { DynamicModule } from '@nestjs/common';

/** The chassis of one of media's processes: both use the same servers and may change the same rows. */
export const createMediaChassis = (service: string): DynamicModule =>
  ChassisModule.forRoot({
    service,
    mongo: true,
    redis: true,
    outboxCollections: ['images', 'backup_logs'],
  });
