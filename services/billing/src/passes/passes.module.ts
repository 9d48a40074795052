import { Module } from '@nestjs/common';
import { PurchasesModule } from '../purchases/purchases.module.js';
import { SubscriptionsModule } from '../subscriptions/subscriptions.module.js';
import { ClaimsService } from './claims.service.js';
import { DueRepository } from './due.repository.js';
import { GrantsRepository } from './grants.repository.js';
import { PassStore } from './pass-store.js';
import { PassesConsumer } from './passes.consumer.js';
import { PassesService } from './passes.service.js';
import { PurchaseListService } from './purchase-list.service.js';

@Module({
  imports: [PurchasesModule, SubscriptionsModule],
  controllers: [PassesConsumer],
  providers: [
    ClaimsService,
    DueRepository,
    GrantsRepository,
    PassStore,
    PassesService,
    PurchaseListService,
  ],
  exports: [GrantsRepository, PassesService],
})
export class PassesModule {}
