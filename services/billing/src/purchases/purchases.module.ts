import { recordModels } from '@ctdb/chassis';
import { Module } from '@nestjs/common';
import { InstallationRecord, InstallationRepository } from './installation.repository.js';
import { DuePurchasesRepository } from './due-purchases.repository.js';
import { PurchaseRecord } from './purchase.record.js';
import { PurchasesRepository } from './purchases.repository.js';

const models = recordModels(InstallationRecord, PurchaseRecord);
const repositories = [DuePurchasesRepository, InstallationRepository, PurchasesRepository];

/** The ledger: the records of orders with their payments. */
@Module({
  imports: [models],
  providers: repositories,
  exports: [models, ...repositories],
})
export class PurchasesModule {}
