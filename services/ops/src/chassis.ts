import { ChassisModule } from '@ctdb/chassis';
import type { DynamicModule } from '@nestjs/common';

/** The chassis of one of ops' processes: both use the same servers and may change the same rows. */
export const opsChassis = (service: string): DynamicModule =>
  ChassisModule.forRoot({
    service,
    mongo: true,
    redis: true,
    outboxCollections: ['deployments', 'dead_letters'],
  });
