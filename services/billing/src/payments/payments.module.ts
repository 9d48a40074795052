import { Module } from '@nestjs/common';
import { MongooseModule, SchemaFactory } from '@nestjs/mongoose';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AccessModule } from '../access/access.module.js';
import { PassesModule } from '../passes/passes.module.js';
import { PracticesModule } from '../practices/practices.module.js';
import { PricesModule } from '../prices/prices.module.js';
import { PurchasesModule } from '../purchases/purchases.module.js';
import { ReceiptsModule } from '../receipts/receipts.module.js';
import { CaptureService } from './capture.service.js';
import { CheckoutService } from './checkout.service.js';
import { OrderCreationService } from './order-creation.service.js';
import { PaymentProviders } from './payment-providers.js';
import { PaymentsConsumer } from './payments.consumer.js';
import { PurchaseRecoveryService } from './purchase-recovery.service.js';
import { Reconciler } from './reconciler.js';
import { RefundsService } from './refunds.service.js';
import { SettlementService } from './settlement.service.js';
import { WebhookRead, WebhookReadsRepository } from './webhook-reads.repository.js';
import { WebhookService } from './webhook.service.js';

/** Checkout, captures, refunds and webhooks, and the recovery of unfinished purchases. */
@Module({
  imports: [
    MongooseModule.forFeature([
      { name: WebhookRead.name, schema: SchemaFactory.createForClass(WebhookRead) },
    ]),
    AccountsModule,
    AccessModule,
    PassesModule,
    PracticesModule,
    PricesModule,
    PurchasesModule,
    ReceiptsModule,
  ],
  controllers: [PaymentsConsumer],
  providers: [
    CaptureService,
    CheckoutService,
    OrderCreationService,
    PaymentProviders,
    PurchaseRecoveryService,
    Reconciler,
    RefundsService,
    SettlementService,
    WebhookReadsRepository,
    WebhookService,
  ],
})
export class PaymentsModule {}
