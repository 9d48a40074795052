import { Module, type Provider } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { practicesModel, PracticesRepository } from '../practices/practices.repository.js';
import { PurchasesModule } from '../purchases/purchases.module.js';
import { GrantsRepository } from './grants.repository.js';
import { KeyedMutex } from './keyed-mutex.js';
import { PassCache } from './pass-cache.js';
import { PassesService } from './passes.service.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';
import { SubscriptionsService } from './subscriptions.service.js';

const LOCK_WAIT_MS = 2_000;

/** `PassesService` and what it needs, for the service and for commands beside it. */
export const passesProviders: Provider[] = [
  GrantsRepository,
  PassCache,
  PassesService,
  PracticesRepository,
  SubscriptionsRepository,
  SubscriptionsService,
  { provide: KeyedMutex, useFactory: () => new KeyedMutex(LOCK_WAIT_MS) },
];

/** Times of access: grants of practices, passes in Redis, subscriptions of buyers; and what they are made of. */
@Module({
  imports: [AccountsModule, practicesModel, PurchasesModule],
  providers: passesProviders,
  exports: [...passesProviders, PurchasesModule],
})
export class PassesModule {}
