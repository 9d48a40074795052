import { Module } from '@nestjs/common';
import { AccessModule } from './access/access.module.js';
import { AccessController } from './billing/access.controller.js';
import { AccountsController } from './billing/accounts.controller.js';
import { AddressesController } from './billing/addresses.controller.js';
import { PaymentsController } from './billing/payments.controller.js';
import { PracticeDataController } from './billing/practice-data.controller.js';
import { ReceiptsController } from './billing/receipts.controller.js';
import { CatalogController } from './catalog/catalog.controller.js';
import { RegistryPages } from './catalog/registry-pages.js';
import { RegistryTagsReader } from './catalog/registry-tags.js';
import { TransferController } from './catalog/transfer.controller.js';
import { TreatmentPages } from './catalog/treatment-pages.js';
import { forwardingController } from './http/forwarding.js';
import { ActiveSite } from './info/active-site.js';
import { FeatureStatus } from './info/feature-status.js';
import { InfoController } from './info/info.controller.js';
import { ImageCheckController } from './media/image-check.controller.js';
import { ImagesController } from './media/images.controller.js';
import { UploadsController } from './media/uploads.controller.js';
import { DocsController } from './openapi/docs.controller.js';
import { OpsController } from './ops/ops.controller.js';
import { SourceHashes } from './server/source-hashes.js';
import { PageRenderer, PageValuesReader } from './site/page-renderer.js';
import { SiteStore } from './site/site-store.js';

/** All routes of the API, forwarded or with a handler of their own, and the site. */
@Module({
  imports: [AccessModule],
  controllers: [
    forwardingController(),
    InfoController,
    AccessController,
    AccountsController,
    AddressesController,
    CatalogController,
    DocsController,
    ImageCheckController,
    ImagesController,
    OpsController,
    PaymentsController,
    PracticeDataController,
    ReceiptsController,
    TransferController,
    UploadsController,
  ],
  providers: [
    ActiveSite,
    FeatureStatus,
    PageRenderer,
    PageValuesReader,
    RegistryPages,
    RegistryTagsReader,
    SiteStore,
    SourceHashes,
    TreatmentPages,
  ],
})
export class ApiModule {}
