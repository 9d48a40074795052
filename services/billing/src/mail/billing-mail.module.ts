import { Module } from '@nestjs/common';
import { PassesModule } from '../passes/passes.module.js';
import { PracticesModule } from '../practices/practices.module.js';
import { PurchasesModule } from '../purchases/purchases.module.js';
import { ReceiptsModule } from '../receipts/receipts.module.js';
import { MailConsumer } from './mail.consumer.js';
import { PlanNotices } from './plan-notices.service.js';

/** Mails to buyers. */
@Module({
  imports: [PassesModule, PracticesModule, PurchasesModule, ReceiptsModule],
  controllers: [MailConsumer],
  providers: [PlanNotices],
})
export class BillingMailModule {}
