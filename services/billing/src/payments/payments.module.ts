import { Module } from '@nestjs/common';
import { MongooseModule, SchemaFactory } from '@nestjs/mongoose';
import { AccountsModule } from '../accounts/accounts.module.js';
import { BILLING_CONFIG, type BillingConfig } from '../config.js';
import { PassesModule } from '../passes/passes.module.js';
import { PricesModule } from '../prices/prices.module.js';
import { PurchasesModule } from '../purchases/purchases.module.js';
import { AdminOrdersService } from './admin-orders.service.js';
import { CaptureService } from './capture.service.js';
import { CheckoutService } from './checkout.service.js';
import { OrderCreationService } from './order-creation.service.js';
import {
  disabledPaymentProvider,
  PAYMENT_PROVIDER,
  type PaymentProvider,
} from './payment-provider.js';
import { PaymentsConsumer } from './payments.consumer.js';
import { PaypalProvider } from './paypal/paypal.provider.js';
import { ProcessedWebhook, ProcessedWebhooksRepository } from './processed-webhooks.repository.js';
import { ProviderCaptureService } from './provider-capture.service.js';
import { ProviderSyncService } from './provider-sync.service.js';
import { PurchaseRecoveryService } from './purchase-recovery.service.js';
import { PaymentsProcessor, Reconciler, UnfinishedPurchasesMetric } from './reconciler.js';
import { RefundsService } from './refunds.service.js';
import { SettlementService } from './settlement.service.js';
import { WebhookService } from './webhook.service.js';

const paymentProvider = {
  provide: PAYMENT_PROVIDER,
  inject: [BILLING_CONFIG],
  useFactory: ({ paypal }: BillingConfig): PaymentProvider =>
    paypal === undefined ? disabledPaymentProvider : new PaypalProvider(paypal),
};

/** Checkout, captures, refunds and webhooks, and the recovery of unfinished purchases. */
@Module({
  imports: [
    MongooseModule.forFeature([
      { name: ProcessedWebhook.name, schema: SchemaFactory.createForClass(ProcessedWebhook) },
    ]),
    AccountsModule,
    PassesModule,
    PricesModule,
    PurchasesModule,
  ],
  controllers: [PaymentsConsumer],
  providers: [
    AdminOrdersService,
    CaptureService,
    CheckoutService,
    OrderCreationService,
    PaymentsProcessor,
    ProcessedWebhooksRepository,
    ProviderCaptureService,
    ProviderSyncService,
    PurchaseRecoveryService,
    Reconciler,
    RefundsService,
    SettlementService,
    UnfinishedPurchasesMetric,
    WebhookService,
    paymentProvider,
  ],
})
export class PaymentsModule {}
