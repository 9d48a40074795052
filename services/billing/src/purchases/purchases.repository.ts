import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Model } from 'mongoose';
import { createIndexes } from '../data/create-indexes.js';
import type { PurchaseDocument } from './purchase.schema.js';
import { PURCHASES } from './purchases.tokens.js';

/** The payment states of the collection `purchases`; every write is one atomic change of one document. */
@Injectable()
export class PurchasesRepository implements OnModuleInit {
  constructor(@Inject(PURCHASES) private readonly purchases: Model<PurchaseDocument>) {}

  async onModuleInit(): Promise<void> {
    await createIndexes(this.purchases);
  }
}
