import { Module } from '@nestjs/common';
import { MongooseModule, SchemaFactory } from '@nestjs/mongoose';
import { InstallationRecord, InstallationRepository } from './installation.repository.js';
import { PurchaseRecord } from './purchase.record.js';
import { PurchasesRepository } from './purchases.repository.js';
import { RechecksRepository } from './rechecks.repository.js';
import { UnpaidOrdersRepository } from './unpaid-orders.repository.js';

const model = MongooseModule.forFeature([
  { name: InstallationRecord.name, schema: SchemaFactory.createForClass(InstallationRecord) },
  { name: PurchaseRecord.name, schema: SchemaFactory.createForClass(PurchaseRecord) },
]);

const repositories = [
  InstallationRepository,
  PurchasesRepository,
  RechecksRepository,
  UnpaidOrdersRepository,
];

/** The ledger: the records of orders with their payments. */
@Module({
  imports: [model],
  providers: repositories,
  exports: [model, ...repositories],
})
export class PurchasesModule {}
