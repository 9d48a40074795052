import { Module } from '@nestjs/common';
import { MongooseModule, SchemaFactory } from '@nestjs/mongoose';
import { PurchaseRecord } from './purchase.record.js';
import { PurchasesRepository } from './purchases.repository.js';
import { RechecksRepository } from './rechecks.repository.js';

const model = MongooseModule.forFeature([
  { name: PurchaseRecord.name, schema: SchemaFactory.createForClass(PurchaseRecord) },
]);

/** The ledger: the records of orders with their payments. */
@Module({
  imports: [model],
  providers: [PurchasesRepository, RechecksRepository],
  exports: [model, PurchasesRepository, RechecksRepository],
})
export class PurchasesModule {}
