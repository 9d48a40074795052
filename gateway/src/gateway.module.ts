import { ChassisModule } from '@ctdb/chassis';
import { Global, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { AccessModule } from './access/access.module.js';
import { ApiModule } from './api.module.js';
import { GATEWAY_CONFIG, loadGatewayConfig } from './config.js';
import { AccessLog } from './edge/access-log.js';
import { Draining } from './edge/draining.js';
import { ProblemFilter } from './problems/problem.filter.js';
import { SiteModule } from './site/site.module.js';

@Global()
@Module({
  providers: [{ provide: GATEWAY_CONFIG, useFactory: () => loadGatewayConfig() }],
  exports: [GATEWAY_CONFIG],
})
class ConfigModule {}

/** The gateway. */
@Module({
  imports: [
    ChassisModule.forRoot({ service: 'gateway', redis: true }),
    ConfigModule,
    AccessModule,
    ApiModule,
    SiteModule,
  ],
  providers: [AccessLog, Draining, { provide: APP_FILTER, useClass: ProblemFilter }],
})
export class GatewayModule {}
