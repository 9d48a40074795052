import { Module } from '@nestjs/common';
import { PricesConsumer } from './prices.consumer.js';
import { PricesRepository } from './prices.repository.js';
import { PricesService } from './prices.service.js';

@Module({
  controllers: [PricesConsumer],
  providers: [PricesRepository, PricesService],
  exports: [PricesService],
})
export class PricesModule {}
