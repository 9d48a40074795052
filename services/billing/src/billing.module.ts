import { ChassisModule, ConfigModule } from '@ctdb/chassis';
import { Module } from '@nestjs/common';
import { AccessModule } from './access/access.module.js';
import { AccountsModule } from './accounts/accounts.module.js';
import { ClockModule } from './clock/clock.module.js';
import { BILLING_CONFIG, loadConfig } from './config.js';
import { OrdersModule } from './orders/orders.module.js';
import { PassesModule } from './passes/passes.module.js';
import { PaymentsModule } from './payments/payments.module.js';
import { PricesModule } from './prices/prices.module.js';
import { PurchasesModule } from './purchases/purchases.module.js';
import { ReconcilerModule } from './reconciler/reconciler.module.js';

@Module({
  imports: [
    ConfigModule.forRoot(BILLING_CONFIG, loadConfig),
    ChassisModule.forRoot({
      service: 'billing',
      mongo: true,
      redis: true,
      outboxCollections: ['users', 'purchases', 'app_settings'],
    }),
    ClockModule,
    AccessModule,
    AccountsModule,
    PassesModule,
    PricesModule,
    PurchasesModule,
    PaymentsModule,
    OrdersModule,
    ReconcilerModule,
  ],
})
export class BillingModule {}
