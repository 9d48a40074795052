import { ChassisModule, ConfigModule } from '@ctdb/chassis';
import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { AccessModule } from './access/access.module.js';
import { ApiModule } from './api.module.js';
import { GATEWAY_CONFIG, loadGatewayConfig } from './config.js';
import { ProblemFilter } from './problems/problem.filter.js';
import { AccessLog } from './server/access-log.js';
import { AttemptLog } from './server/attempt-log.js';
import { Draining } from './server/hooks.js';

/** The gateway. */
@Module({
  imports: [
    ChassisModule.forRoot({ service: 'gateway', signsTokens: true, staysReady: true, redis: true }),
    ConfigModule.forRoot(GATEWAY_CONFIG, loadGatewayConfig),
    AccessModule,
    ApiModule,
  ],
  providers: [AccessLog, AttemptLog, Draining, { provide: APP_FILTER, useClass: ProblemFilter }],
})
export class GatewayModule {}
