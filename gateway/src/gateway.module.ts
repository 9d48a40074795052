import { ChassisModule } from '@ctdb/chassis';
import { Global, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { AboutModule } from './about/about.module.js';
import { AccessModule } from './access/access.module.js';
import { AccountsModule } from './accounts/accounts.module.js';
import { BillingModule } from './billing/billing.module.js';
import { CatalogModule } from './catalog/catalog.module.js';
import { GATEWAY_CONFIG, loadGatewayConfig } from './config.js';
import { AccessLog } from './edge/access-log.js';
import { Draining } from './edge/draining.js';
import { forwardingController } from './http/forwarding.js';
import { MediaModule } from './media/media.module.js';
import { OpenApiModule } from './openapi/openapi.module.js';
import { OpsModule } from './ops/ops.module.js';
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
    AboutModule,
    AccountsModule,
    BillingModule,
    CatalogModule,
    MediaModule,
    OpenApiModule,
    OpsModule,
    SiteModule,
  ],
  controllers: [forwardingController()],
  providers: [AccessLog, Draining, { provide: APP_FILTER, useClass: ProblemFilter }],
})
export class GatewayModule {}
