import { Module } from '@nestjs/common';
import { PassesModule } from '../passes/passes.module.js';
import { PaypalModule } from '../paypal/paypal.module.js';
import { PricesModule } from '../prices/prices.module.js';
import { PurchasesModule } from '../purchases/purchases.module.js';
import { CaptureService } from './capture.service.js';
import { CapturingService } from './capturing.service.js';
import { CheckoutService } from './checkout.service.js';
import { FollowingService } from './following.service.js';
import { OrderingService } from './ordering.service.js';
import { PaymentsConsumer } from './payments.consumer.js';
import { RefundsService } from './refunds.service.js';
import { SeenEventsRepository } from './seen-events.repository.js';
import { SettlementService } from './settlement.service.js';
import { WebhookService } from './webhook.service.js';

@Module({
  imports: [PassesModule, PaypalModule, PricesModule, PurchasesModule],
  controllers: [PaymentsConsumer],
  providers: [
    CaptureService,
    CapturingService,
    CheckoutService,
    FollowingService,
    OrderingService,
    RefundsService,
    SeenEventsRepository,
    SettlementService,
    WebhookService,
  ],
  exports: [CapturingService, CheckoutService, FollowingService, RefundsService],
})
export class PaymentsModule {}
