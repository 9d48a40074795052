import { Handles, type MessageContext } from '@ctdb/chassis';
import {
  claimPasses,
  listPurchases,
  openAccessLink,
  requestRefund,
  requestRefundByReceipt,
  restoreAccess,
  getActivePass,
  getPurchaseHolders,
  renewBrowserToken,
  sendAccessLink,
  signOutOfAccess,
  type RequestOf,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { BrowserTokensService } from './browser-tokens.service.js';
import { BuyerPurchasesService } from './buyer-purchases.service.js';
import { HoldersRepository } from './holders.repository.js';
import { LostAccessService } from './lost-access.service.js';
import { PassesService } from './passes.service.js';
import { RestoreService } from './restore.service.js';

/** Handles the messages about the passes and purchases of a browser. */
@Controller()
export class PassesConsumer {
  constructor(
    private readonly tokens: BrowserTokensService,
    private readonly passes: PassesService,
    private readonly purchases: BuyerPurchasesService,
    private readonly restores: RestoreService,
    private readonly holders: HoldersRepository,
    private readonly lostAccess: LostAccessService,
  ) {}

  @Handles(renewBrowserToken)
  async renewToken(request: RequestOf<typeof renewBrowserToken>) {
    return { isRenewed: await this.tokens.renew(request) };
  }

  @Handles(getActivePass)
  async resume({ holder }: RequestOf<typeof getActivePass>) {
    return this.passes.getActivePass(await this.tokens.resolve(holder));
  }

  @Handles(claimPasses)
  async claim({ holder }: RequestOf<typeof claimPasses>) {
    return this.passes.activateUnclaimed(await this.tokens.resolve(holder));
  }

  @Handles(getPurchaseHolders)
  async getHolders({ ids }: RequestOf<typeof getPurchaseHolders>) {
    const found = await this.holders.findHolders(ids);
    return { holders: [...found].map(([id, holder]) => ({ id, holder })) };
  }

  @Handles(listPurchases)
  async list({ holder }: RequestOf<typeof listPurchases>) {
    return { purchases: await this.purchases.list(await this.tokens.resolve(holder)) };
  }

  @Handles(restoreAccess)
  restore(request: RequestOf<typeof restoreAccess>) {
    return this.restores.restore(request);
  }

  @Handles(sendAccessLink)
  async sendLink({ email }: RequestOf<typeof sendAccessLink>, context: MessageContext) {
    await this.lostAccess.send(email, context);
    return {};
  }

  @Handles(openAccessLink)
  async openLink(request: RequestOf<typeof openAccessLink>) {
    return { purchases: await this.lostAccess.open(request) };
  }

  @Handles(signOutOfAccess)
  async signOut({ holder }: RequestOf<typeof signOutOfAccess>) {
    await this.tokens.end(holder);
    return {};
  }

  @Handles(requestRefund)
  async requestRefund({ id, holder }: RequestOf<typeof requestRefund>) {
    return this.purchases.requestRefund(id, await this.tokens.resolve(holder));
  }

  @Handles(requestRefundByReceipt)
  requestRefundByReceipt(request: RequestOf<typeof requestRefundByReceipt>) {
    return this.purchases.requestRefundByReceipt(request);
  }
}
