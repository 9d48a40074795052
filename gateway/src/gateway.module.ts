import { ChassisModule, ConfigModule } from '@ctdb/chassis';
import { All, Controller, Module, Req } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { Admission } from './access/admission.js';
import { BrowserTokens } from './access/browser-tokens.js';
import { Cookies } from './access/cookies.js';
import {
  AccessGuard,
  AdmissionGuard,
  CallerGuard,
  PassStrategy,
  PersonStrategy,
} from './access/guards.js';
import { PassClient } from './access/pass-client.js';
import { AccountsController } from './billing/accounts.controller.js';
import { PaymentsController } from './billing/payments.controller.js';
import { PracticeController } from './billing/practice.controller.js';
import { RegistryController } from './catalog/registry.controller.js';
import { RegistryTagsReader } from './catalog/registry-tags.js';
import { TransferController } from './catalog/transfer.controller.js';
import { TreatmentsController } from './catalog/treatments.controller.js';
import { GATEWAY_CONFIG, loadGatewayConfig } from './config.js';
import { forwardingController } from './http/forwarding.js';
import { ActiveSite } from './info/active-site.js';
import { FeatureStatus } from './info/feature-status.js';
import { InfoController } from './info/info.controller.js';
import { ImagesController } from './media/images.controller.js';
import { DocsController } from './openapi/docs.controller.js';
import { OpsController } from './ops/ops.controller.js';
import { ProblemFilter } from './problems/problem.filter.js';
import { AccessLog } from './server/access-log.js';
import { AttemptLog } from './server/attempt-log.js';
import { Draining } from './server/hooks.js';
import { getPath, reservedPatterns, routeNotFound } from './server/paths.js';
import { SourceHashes } from './server/source-hashes.js';
import { PageRenderer } from './site/page-renderer.js';
import { SiteStore } from './site/site-store.js';

/** Answers calls of unknown routes, so that they count against the rate limit. */
@Controller()
class UnknownRouteController {
  @All([...reservedPatterns])
  answer(@Req() request: FastifyRequest): never {
    throw routeNotFound(request.method, getPath(request.url));
  }
}

/** The gateway: all routes of the API, forwarded or with a handler of their own, and the site. */
@Module({
  imports: [
    ChassisModule.forRoot({ service: 'gateway', signsTokens: true, staysReady: true, redis: true }),
    ConfigModule.forRoot(GATEWAY_CONFIG, loadGatewayConfig),
  ],
  controllers: [
    forwardingController(),
    InfoController,
    AccountsController,
    DocsController,
    ImagesController,
    OpsController,
    PaymentsController,
    PracticeController,
    RegistryController,
    TransferController,
    TreatmentsController,
    UnknownRouteController,
  ],
  providers: [
    AccessLog,
    ActiveSite,
    Admission,
    AttemptLog,
    BrowserTokens,
    Cookies,
    Draining,
    FeatureStatus,
    PageRenderer,
    PassClient,
    PassStrategy,
    PersonStrategy,
    RegistryTagsReader,
    SiteStore,
    SourceHashes,
    // The guards run in this order.
    { provide: APP_GUARD, useClass: AdmissionGuard },
    { provide: APP_GUARD, useClass: CallerGuard },
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_FILTER, useClass: ProblemFilter },
  ],
})
export class GatewayModule {}
