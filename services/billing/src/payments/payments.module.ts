import { recordModels } from '@ctdb/chassis';
import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AccessModule } from '../access/access.module.js';
import { PricesConsumer } from '../prices/prices.consumer.js';
import { PricesRepository, SettingRecord } from '../prices/prices.repository.js';
import { PricesService } from '../prices/prices.service.js';
import { ReceiptsModule } from '../receipts/receipts.module.js';
import { CaptureService } from './checkout/capture.service.js';
import { CheckoutService } from './checkout/checkout.service.js';
import { PaymentProviders } from './providers/payment-providers.js';
import { PaymentsConsumer } from './payments.consumer.js';
import { PurchaseRecoveryService } from './recovery/purchase-recovery.service.js';
import { Reconciler } from './recovery/reconciler.js';
import { SettlementService } from './settlement/settlement.service.js';

/** Prices, checkout, captures, refunds and webhooks, and the recovery of unfinished purchases. */
@Module({
  imports: [recordModels(SettingRecord), AccountsModule, AccessModule, ReceiptsModule],
  controllers: [PaymentsConsumer, PricesConsumer],
  providers: [
    CaptureService,
    CheckoutService,
    PaymentProviders,
    PricesRepository,
    PricesService,
    PurchaseRecoveryService,
    Reconciler,
    SettlementService,
  ],
})
export class PaymentsModule {}
