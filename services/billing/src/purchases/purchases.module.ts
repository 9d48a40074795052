import { Module } from '@nestjs/common';
import { MongooseModule, SchemaFactory } from '@nestjs/mongoose';
import { PurchaseRecord } from './purchase.record.js';
import { PurchasesRepository } from './purchases.repository.js';

const model = MongooseModule.forFeature([
  { name: PurchaseRecord.name, schema: SchemaFactory.createForClass(PurchaseRecord) },
]);

/** The ledger: the records of orders with their payments. */
@Module({
  imports: [model],
  providers: [PurchasesRepository],
  exports: [model, PurchasesRepository],
})
export class PurchasesModule {}
