import { ChassisModule } from '@ctdb/chassis';
import { JobsModule } from '@ctdb/chassis/jobs';
import type { DynamicModule } from '@nestjs/common';
import { DEPLOYMENT_QUEUE } from './deployments/deployments.repository.js';

/** The chassis of one of ops' processes: both use the same servers and may change the same rows. */
export const opsChassis = (service: string): DynamicModule[] => [
  ChassisModule.forRoot({
    service,
    mongo: true,
    redis: true,
    outboxCollections: ['deployments', 'dead_letters'],
  }),
  JobsModule.forRoot({ service: 'ops', queues: [DEPLOYMENT_QUEUE] }),
];
