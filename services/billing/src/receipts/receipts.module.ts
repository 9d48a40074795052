import { Module } from '@nestjs/common';
import { MongooseModule, SchemaFactory } from '@nestjs/mongoose';
import { AccessModule } from '../access/access.module.js';
import { PassesModule } from '../passes/passes.module.js';
import { PurchasesModule } from '../purchases/purchases.module.js';
import { DueReceiptsRepository } from './due-receipts.repository.js';
import { ReceiptRecord } from './receipt.record.js';
import { ReceiptsConsumer } from './receipts.consumer.js';
import { ReceiptsExportService } from './receipts-export.service.js';
import { ReceiptsRepository } from './receipts.repository.js';
import { ReceiptsService } from './receipts.service.js';

/** Receipts of payments and credit notes of refunds: numbered documents, as page, PDF and CSV. */
@Module({
  imports: [
    MongooseModule.forFeature([
      { name: ReceiptRecord.name, schema: SchemaFactory.createForClass(ReceiptRecord) },
    ]),
    AccessModule,
    PassesModule,
    PurchasesModule,
  ],
  controllers: [ReceiptsConsumer],
  providers: [DueReceiptsRepository, ReceiptsExportService, ReceiptsRepository, ReceiptsService],
  exports: [DueReceiptsRepository, ReceiptsService],
})
export class ReceiptsModule {}
