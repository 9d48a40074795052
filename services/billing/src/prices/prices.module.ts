import { Module } from '@nestjs/common';
import { MongooseModule, SchemaFactory } from '@nestjs/mongoose';
import { PricesConsumer } from './prices.consumer.js';
import { PricesRepository, SettingRecord } from './prices.repository.js';
import { PricesService } from './prices.service.js';

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
