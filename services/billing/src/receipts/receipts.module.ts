import { recordModels } from '@ctdb/chassis';
import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { ReceiptRecord } from './receipt.record.js';
import { ReceiptsConsumer } from './receipts.consumer.js';
import { ReceiptsRepository } from './receipts.repository.js';
import { ReceiptsService } from './receipts.service.js';

/** Receipts of payments and credit notes of refunds: numbered documents, as page, PDF and CSV. */
@Module({
  imports: [recordModels(ReceiptRecord), AccessModule],
  controllers: [ReceiptsConsumer],
  providers: [ReceiptsRepository, ReceiptsService],
  exports: [ReceiptsService],
})
export class ReceiptsModule {}
