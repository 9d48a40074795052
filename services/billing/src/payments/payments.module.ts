import { recordModels } from '@ctdb/chassis';
import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AccessModule } from '../access/access.module.js';
import { PricesModule } from '../prices/prices.module.js';
import { ReceiptsModule } from '../receipts/receipts.module.js';
import { CaptureService } from './checkout/capture.service.js';
import { CheckoutService } from './checkout/checkout.service.js';
import { OrderCreationService } from './checkout/order-creation.service.js';
import { PaymentProviders } from './providers/payment-providers.js';
import { PaymentsConsumer } from './payments.consumer.js';
import { PurchaseRecoveryService } from './recovery/purchase-recovery.service.js';
import { Reconciler } from './recovery/reconciler.js';
import { RefundsService } from './settlement/refunds.service.js';
import { SettlementService } from './settlement/settlement.service.js';
import { WebhookRead, WebhookReadsRepository } from './recovery/webhook-reads.repository.js';
import { WebhookService } from './recovery/webhook.service.js';

/** Checkout, captures, refunds and webhooks, and the recovery of unfinished purchases. */
@Module({
  imports: [recordModels(WebhookRead), AccountsModule, AccessModule, PricesModule, ReceiptsModule],
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
