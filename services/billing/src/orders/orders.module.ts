import { Module } from '@nestjs/common';
import { PaymentsModule } from '../payments/payments.module.js';
import { PurchasesModule } from '../purchases/purchases.module.js';
import { OrdersConsumer } from './orders.consumer.js';
import { OrdersService } from './orders.service.js';

@Module({
  imports: [PaymentsModule, PurchasesModule],
  controllers: [OrdersConsumer],
  providers: [OrdersService],
})
export class OrdersModule {}
