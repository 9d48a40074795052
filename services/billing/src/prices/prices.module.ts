import { Module } from '@nestjs/common';
import { MongooseModule, SchemaFactory } from '@nestjs/mongoose';
import { PricesConsumer } from './prices.consumer.js';
import { PricesRepository } from './prices.repository.js';
import { PricesService } from './prices.service.js';
import { SettingRecord } from './setting.record.js';

/** The price list. */
@Module({
  imports: [
    MongooseModule.forFeature([
      { name: SettingRecord.name, schema: SchemaFactory.createForClass(SettingRecord) },
    ]),
  ],
  controllers: [PricesConsumer],
  providers: [PricesRepository, PricesService],
  exports: [PricesService],
})
export class PricesModule {}
