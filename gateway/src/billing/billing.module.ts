import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { Browser } from './browser.js';
import { PaymentsController } from './payments.controller.js';
import { PricingController } from './pricing.controller.js';
import { PurchasesController } from './purchases.controller.js';
import { WebhookController } from './webhook.controller.js';

/** Prices, payments and what follows from them; billing answers. */
@Module({
  imports: [AccessModule],
  controllers: [PaymentsController, PricingController, PurchasesController, WebhookController],
  providers: [Browser],
})
export class BillingModule {}
