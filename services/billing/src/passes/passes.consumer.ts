import { Handles } from '@ctdb/chassis';
import {
  claimPasses,
  listPurchases,
  getActivePass,
  type ReplyOf,
  type RequestOf,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { PassesService } from './passes.service.js';
import { PurchaseListService } from './purchase-list.service.js';

/** Handles the messages about the passes of a browser. */
@Controller()
export class PassesConsumer {
  constructor(
    private readonly passes: PassesService,
    private readonly purchases: PurchaseListService,
  ) {}

  @Handles(getActivePass)
  async resume({
    holder,
  }: RequestOf<typeof getActivePass>): Promise<ReplyOf<typeof getActivePass>> {
    return { pass: await this.passes.resume(holder) };
  }

  @Handles(claimPasses)
  async claim({ holder }: RequestOf<typeof claimPasses>): Promise<ReplyOf<typeof claimPasses>> {
    return { pass: await this.passes.claimAll(holder) };
  }

  @Handles(listPurchases)
  async list({ holder }: RequestOf<typeof listPurchases>): Promise<ReplyOf<typeof listPurchases>> {
    return { purchases: await this.purchases.list(holder) };
  }
}
