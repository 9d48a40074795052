import { recordModels } from '@ctdb/chassis';
import { Module, type Provider } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { practicesModel, PracticesRepository } from '../practices/practices.repository.js';
import { DuePurchasesRepository } from '../purchases/due-purchases.repository.js';
import {
  InstallationRecord,
  InstallationRepository,
} from '../purchases/installation.repository.js';
import { PurchaseRecord } from '../purchases/purchase.record.js';
import { PurchasesRepository } from '../purchases/purchases.repository.js';
import { GrantsRepository } from './grants.repository.js';
import { KeyedMutex } from './keyed-mutex.js';
import { PassCache } from './pass-cache.js';
import { PassesService } from './passes.service.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';
import { SubscriptionsService } from './subscriptions.service.js';

const LOCK_WAIT_MS = 2_000;

/** The collections `purchases` and `installation`. */
export const purchasesModels = recordModels(InstallationRecord, PurchaseRecord);

/** `PassesService` and what it needs, the ledger included, for the service and for commands beside it. */
export const passesProviders: Provider[] = [
  DuePurchasesRepository,
  GrantsRepository,
  InstallationRepository,
  PassCache,
  PassesService,
  PracticesRepository,
  PurchasesRepository,
  SubscriptionsRepository,
  SubscriptionsService,
  { provide: KeyedMutex, useFactory: () => new KeyedMutex(LOCK_WAIT_MS) },
];

/** Times of access: grants of practices, passes in Redis, subscriptions of buyers; and what they are made of. */
@Module({
  imports: [AccountsModule, practicesModel, purchasesModels],
  providers: passesProviders,
  exports: passesProviders,
})
export class PassesModule {}
