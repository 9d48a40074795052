import { Module } from '@nestjs/common';
import { PassesModule } from '../passes/passes.module.js';
import { ReceiptsModule } from '../receipts/receipts.module.js';
import { MailConsumer } from './mail.consumer.js';
import { PlanNotices } from './plan-notices.service.js';

/** Mails to buyers. */
@Module({
  imports: [PassesModule, ReceiptsModule],
  controllers: [MailConsumer],
  providers: [PlanNotices],
})
export class BillingMailModule {}
