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
import { Turns } from './turns.js';

const LOCK_WAIT_MS = 2_000;

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
    { provide: Turns, useFactory: () => new Turns(LOCK_WAIT_MS) },
  ],
  exports: [GrantsRepository, PassesService],
})
export class PassesModule {}
