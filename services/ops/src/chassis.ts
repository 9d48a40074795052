import { ChassisModule } from '@ctdb/chassis';
import { JobsModule } from '@ctdb/chassis/jobs';
import { Global, Module, type DynamicModule, type Type } from '@nestjs/common';
import { loadConfig, OPS_CONFIG } from './config.js';
import { DEPLOYMENT_QUEUE } from './deployments/deployments.repository.js';

@Global()
@Module({
  providers: [{ provide: OPS_CONFIG, useFactory: () => loadConfig() }],
  exports: [OPS_CONFIG],
})
class ConfigModule {}

/** What both of ops' processes import: they use the same servers and may change the same records. */
export const opsChassis = (service: string): (DynamicModule | Type)[] => [
  ConfigModule,
  ChassisModule.forRoot({
    service,
    mongo: true,
    redis: true,
    outboxCollections: ['deployments', 'dead_letters'],
  }),
  JobsModule.forRoot({ service: 'ops', queues: [DEPLOYMENT_QUEUE] }),
];
