import { MONGO } from '@ctdb/chassis';
import { Module } from '@nestjs/common';
import type { Connection } from 'mongoose';
import { PurchaseFacts } from './purchase-facts.js';
import { purchaseSchema, type PurchaseDocument } from './purchase.schema.js';
import { PurchasesRepository } from './purchases.repository.js';
import { PURCHASES } from './purchases.tokens.js';

/** The ledger: creates the model of `purchases` and its indexes. */
@Module({
  providers: [
    {
      provide: PURCHASES,
      useFactory: (mongo: Connection) => mongo.model<PurchaseDocument>('Purchase', purchaseSchema),
      inject: [MONGO],
    },
    PurchaseFacts,
    PurchasesRepository,
  ],
  exports: [PURCHASES, PurchaseFacts, PurchasesRepository],
})
export class PurchasesModule {}
