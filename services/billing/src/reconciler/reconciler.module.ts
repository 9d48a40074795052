import { Module } from '@nestjs/common';
import { PassesModule } from '../passes/passes.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { PurchasesModule } from '../purchases/purchases.module.js';
import { Backlog } from './backlog.js';
import { FinishingService } from './finishing.service.js';
import { Reconciler } from './reconciler.js';

@Module({
  imports: [PassesModule, PaymentsModule, PurchasesModule],
  providers: [Backlog, FinishingService, Reconciler],
})
export class ReconcilerModule {}
