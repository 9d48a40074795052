import { recordModels } from '@ctdb/chassis';
import { Module } from '@nestjs/common';
import { PricesConsumer } from './prices.consumer.js';
import { PricesRepository, SettingRecord } from './prices.repository.js';
import { PricesService } from './prices.service.js';

/** The price list. */
@Module({
  imports: [recordModels(SettingRecord)],
  controllers: [PricesConsumer],
  providers: [PricesRepository, PricesService],
  exports: [PricesService],
})
export class PricesModule {}
