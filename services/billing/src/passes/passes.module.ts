import { Module } from '@nestjs/common';
import { MongooseModule, SchemaFactory } from '@nestjs/mongoose';
import { AccountsModule } from '../accounts/accounts.module.js';
import { PurchasesModule } from '../purchases/purchases.module.js';
import { AccessLinkRecord, AccessLinksRepository } from './access-links.repository.js';
import { BrowserTokenRecord, BrowserTokensRepository } from './browser-tokens.repository.js';
import { BrowserTokensService } from './browser-tokens.service.js';
import { BuyerPurchasesService } from './buyer-purchases.service.js';
import { GrantsRepository } from './grants.repository.js';
import { KeyedMutex } from './keyed-mutex.js';
import { LostAccessService } from './lost-access.service.js';
import { PassesConsumer } from './passes.consumer.js';
import { passesProviders } from './passes.providers.js';
import { PassesService } from './passes.service.js';
import { RestoreService } from './restore.service.js';

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
    ...passesProviders,
    AccessLinksRepository,
    BrowserTokensRepository,
    BrowserTokensService,
    BuyerPurchasesService,
    LostAccessService,
    RestoreService,
  ],
  exports: [BrowserTokensService, GrantsRepository, KeyedMutex, PassesService],
})
export class PassesModule {}
