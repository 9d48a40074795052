import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { PracticesModule } from '../practices/practices.module.js';
import { PurchasesModule } from '../purchases/purchases.module.js';
import { GrantsRepository } from './grants.repository.js';
import { GrantsService } from './grants.service.js';
import { KeyedMutex } from './keyed-mutex.js';
import { PassCache } from './pass-cache.js';
import { passesProviders } from './passes.providers.js';
import { PassesService } from './passes.service.js';

/** Times of access: grants of practices, passes in Redis, subscriptions of buyers. */
@Module({
  imports: [AccountsModule, PracticesModule, PurchasesModule],
  providers: passesProviders,
  exports: [GrantsRepository, GrantsService, KeyedMutex, PassCache, PassesService],
})
export class PassesModule {}
