import { recordModels } from '@ctdb/chassis';
import { Module } from '@nestjs/common';
import { InstallationRecord, InstallationRepository } from './installation.repository.js';
import { PurchaseRecord } from './purchase.record.js';
import { PurchasesRepository } from './purchases.repository.js';
import { RebuiltPurchasesRepository } from './rebuilt-purchases.repository.js';
import { RechecksRepository } from './rechecks.repository.js';
import { UnpaidOrdersRepository } from './unpaid-orders.repository.js';

const models = recordModels(InstallationRecord, PurchaseRecord);
const repositories = [
  InstallationRepository,
  PurchasesRepository,
  RebuiltPurchasesRepository,
  RechecksRepository,
  UnpaidOrdersRepository,
];

/** The ledger: the records of orders with their payments. */
@Module({
  imports: [models],
  providers: repositories,
  exports: [models, ...repositories],
})
export class PurchasesModule {}
