import { Module } from '@nestjs/common';
import { MongooseModule, SchemaFactory } from '@nestjs/mongoose';
import { AccountsModule } from '../accounts/accounts.module.js';
import { PurchasesModule } from '../purchases/purchases.module.js';
import { AccessLinkRecord, AccessLinksRepository } from './access-links.repository.js';
import { BrowserTokenRecord, BrowserTokensRepository } from './browser-tokens.repository.js';
import { BrowserTokensService } from './browser-tokens.service.js';
import { BuyerPurchasesService } from './buyer-purchases.service.js';
import { GrantsRepository } from './grants.repository.js';
import { GrantsService } from './grants.service.js';
import { HoldersRepository } from './holders.repository.js';
import { KeyedMutex } from './keyed-mutex.js';
import { LostAccessService } from './lost-access.service.js';
import { PassCache } from './pass-cache.js';
import { PassesConsumer } from './passes.consumer.js';
import { PassesService } from './passes.service.js';
import { RestoreService } from './restore.service.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';
import { SubscriptionsService } from './subscriptions.service.js';

const LOCK_WAIT_MS = 2_000;

/** Access: grants of browsers, passes in Redis, restoring, subscriptions of buyers. */
@Module({
  imports: [
    AccountsModule,
    PurchasesModule,
    MongooseModule.forFeature([
      { name: AccessLinkRecord.name, schema: SchemaFactory.createForClass(AccessLinkRecord) },
      { name: BrowserTokenRecord.name, schema: SchemaFactory.createForClass(BrowserTokenRecord) },
    ]),
  ],
  controllers: [PassesConsumer],
  providers: [
    AccessLinksRepository,
    BrowserTokensRepository,
    BrowserTokensService,
    BuyerPurchasesService,
    GrantsRepository,
    GrantsService,
    HoldersRepository,
    LostAccessService,
    PassCache,
    PassesService,
    RestoreService,
    SubscriptionsRepository,
    SubscriptionsService,
    { provide: KeyedMutex, useFactory: () => new KeyedMutex(LOCK_WAIT_MS) },
  ],
  exports: [BrowserTokensService, GrantsRepository, PassesService],
})
export class PassesModule {}
