import { ObjectStore } from '@ctdb/chassis/storage';
import { Module, type Provider } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { AccountsModule } from '../accounts/accounts.module.js';
import { BILLING_CONFIG, type BillingConfig } from '../config.js';
import { JournalConsumer } from './journal.consumer.js';
import { JournalService } from './journal.service.js';
import { Journal } from './journal.js';

/** `JournalService` and what it has of its own, for the service and for commands beside it. */
export const journalProviders: Provider[] = [
  Journal,
  JournalService,
  {
    provide: ObjectStore,
    inject: [BILLING_CONFIG],
    useFactory: ({ storage }: BillingConfig) => new ObjectStore(storage),
  },
];

/** The journal outside the database. */
@Module({
  imports: [AccessModule, AccountsModule],
  controllers: [JournalConsumer],
  providers: journalProviders,
})
export class JournalModule {}
