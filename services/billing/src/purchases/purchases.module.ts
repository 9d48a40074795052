import { recordModels } from '@ctdb/chassis';
import { Module } from '@nestjs/common';
import { InstallationRecord, InstallationRepository } from './installation.repository.js';
import { OrderListRepository } from './order-list.repository.js';
import { OrdersRepository } from './orders.repository.js';
import { PurchaseRecord } from './purchase.record.js';
import { PurchasesRepository } from './purchases.repository.js';

const models = recordModels(InstallationRecord, PurchaseRecord);
const repositories = [
  InstallationRepository,
  OrderListRepository,
  OrdersRepository,
  PurchasesRepository,
];

/** The ledger: the records of orders with their payments. */
@Module({
  imports: [models],
  providers: repositories,
  exports: [models, ...repositories],
})
export class PurchasesModule {}
