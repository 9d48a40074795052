import { ChassisModule, ConfigModule } from '@ctdb/chassis';
import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { AccessModule } from './access/access.module.js';
import { ApiModule } from './api.module.js';
import { GATEWAY_CONFIG, loadGatewayConfig } from './config.js';
import { AccessLog } from './edge/access-log.js';
import { Draining } from './edge/draining.js';
import { ProblemFilter } from './problems/problem.filter.js';
import { SiteModule } from './site/site.module.js';

/** The gateway. */
@Module({
  imports: [
    ChassisModule.forRoot({ service: 'gateway', redis: true }),
    ConfigModule.forRoot(GATEWAY_CONFIG, loadGatewayConfig),
    AccessModule,
    ApiModule,
    SiteModule,
  ],
  providers: [AccessLog, Draining, { provide: APP_FILTER, useClass: ProblemFilter }],
})
export class GatewayModule {}
