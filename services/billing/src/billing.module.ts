import { ChassisModule, ConfigModule } from '@ctdb/chassis';
import { JobsModule } from '@ctdb/chassis/jobs';
import { MailModule } from '@ctdb/chassis/mail';
import { jobQueues } from '@ctdb/contracts';
import { Module } from '@nestjs/common';
import { AccessModule } from './access/access.module.js';
import { AccountsModule } from './accounts/accounts.module.js';
import { BILLING_CONFIG, loadConfig, type BillingConfig } from './config.js';
import { JournalModule } from './journal/journal.module.js';
import { MailConsumer } from './mail/mail.consumer.js';
import { PlanNotices } from './mail/plan-notices.service.js';
import { PaymentsModule } from './payments/payments.module.js';
import { MAINTENANCE_QUEUE } from './payments/recovery/reconciler.js';
import { foldUsernames } from './usernames.migration.js';
import { moveWebhookReads } from './webhook-reads.migration.js';
import { createPractices } from './practices.migration.js';
import { ReceiptsModule } from './receipts/receipts.module.js';
import { ClockModule } from './redis-clock.js';

@Module({
  imports: [
    ConfigModule.forRoot(BILLING_CONFIG, loadConfig),
    ClockModule,
    ChassisModule.forRoot({
      service: 'billing',
      mongo: true,
      redis: true,
      migrations: [createPractices, foldUsernames, moveWebhookReads],
      outboxCollections: ['users', 'purchases', 'practices', 'app_settings', 'mails'],
    }),
    JobsModule.forRoot({
      service: 'billing',
      queues: jobQueues.billing,
      schedules: () => [
        { queue: MAINTENANCE_QUEUE, id: 'reconcile', every: loadConfig().reconcileMs },
      ],
    }),
    MailModule.forRoot({
      service: 'billing',
      config: BILLING_CONFIG,
      settings: ({ mail }: BillingConfig) => mail,
    }),
    AccessModule,
    AccountsModule,
    JournalModule,
    PaymentsModule,
    ReceiptsModule,
  ],
  controllers: [MailConsumer],
  providers: [PlanNotices],
})
export class BillingModule {}
