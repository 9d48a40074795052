import { Module } from '@nestjs/common';
import { AboutController } from './about/about.controller.js';
import { FeatureStatus } from './about/feature-status.js';
import { AccessModule } from './access/access.module.js';
import { AccountsController } from './billing/accounts.controller.js';
import { BillingController } from './billing/billing.controller.js';
import { CatalogController } from './catalog/catalog.controller.js';
import { RegistryPages } from './catalog/registry-pages.js';
import { forwardingController } from './http/forwarding.js';
import { HealthController } from './media/health.controller.js';
import { ImagesController } from './media/images.controller.js';
import { UploadsController } from './media/uploads.controller.js';
import { OpsController } from './ops/ops.controller.js';
import { DocsController } from './openapi/docs.controller.js';
import { SiteModule } from './site/site.module.js';

/** All routes of the API: the forwarded ones, and those with a handler of their own. */
@Module({
  imports: [AccessModule, SiteModule],
  controllers: [
    forwardingController(),
    AboutController,
    AccountsController,
    BillingController,
    CatalogController,
    DocsController,
    HealthController,
    ImagesController,
    OpsController,
    UploadsController,
  ],
  providers: [FeatureStatus, RegistryPages],
})
export class ApiModule {}
