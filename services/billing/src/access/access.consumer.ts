import { Handles, type MessageContext } from '@ctdb/chassis';
import {
  cancelErasure,
  changeAccess,
  checkAccessCode,
  claimPasses,
  confirmAddress,
  eraseBuyer,
  exportPracticeData,
  findPractices,
  getActivePass,
  getAddresses,
  getErasure,
  issueAccessCode,
  listPurchases,
  openAccessLink,
  openLinkedPractice,
  renewBrowserToken,
  requestErasure,
  requestRefund,
  requestRefundByCode,
  type RequestOf,
  restoreAccess,
  revealAccessCode,
  sendAccessLink,
  sendAddressCode,
  sendChangeCode,
  sendJoinCode,
  signOutOfAccess,
} from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { PassesService } from '../passes/passes.service.js';
import { AccessCodesService } from './access-codes.service.js';
import { AddressesService } from './addresses.service.js';
import { LostAccessService } from './lost-access.service.js';
import { PracticeDataService } from './practice-data.service.js';
import { PracticesService } from './practices.service.js';

/** Handles the messages about practices: what a browser opens, and how it comes to open it. */
@Controller()
export class AccessConsumer {
  constructor(
    private readonly practices: PracticesService,
    private readonly passes: PassesService,
    private readonly codes: AccessCodesService,
    private readonly addresses: AddressesService,
    private readonly lostAccess: LostAccessService,
    private readonly data: PracticeDataService,
  ) {}

  @Handles(renewBrowserToken)
  async renewToken({ browser, next }: RequestOf<typeof renewBrowserToken>) {
    return { isRenewed: await this.practices.renew(browser, next) };
  }

  @Handles(getActivePass)
  async getActivePass({ browser }: RequestOf<typeof getActivePass>) {
    await this.practices.find(browser);
    return this.passes.getActivePass(browser);
  }

  @Handles(claimPasses)
  async claim({ browser }: RequestOf<typeof claimPasses>) {
    const practice = await this.practices.find(browser);
    return this.passes.activateUnclaimed(browser, practice?._id);
  }

  @Handles(findPractices)
  async findPractices({ owners }: RequestOf<typeof findPractices>) {
    return { practices: await this.practices.findByFormerOwners(owners) };
  }

  @Handles(signOutOfAccess)
  async signOut({ browser }: RequestOf<typeof signOutOfAccess>) {
    await this.practices.signOut(browser);
    return {};
  }

  @Handles(listPurchases)
  async list({ browser }: RequestOf<typeof listPurchases>) {
    return { purchases: await this.codes.list(browser) };
  }

  @Handles(requestRefund)
  requestRefund({ orderId, browser }: RequestOf<typeof requestRefund>) {
    return this.codes.requestRefund(orderId, browser);
  }

  @Handles(requestRefundByCode)
  requestRefundByCode(request: RequestOf<typeof requestRefundByCode>) {
    return this.codes.requestRefundByCode(request);
  }

  @Handles(revealAccessCode)
  async reveal({ orderId, browser }: RequestOf<typeof revealAccessCode>) {
    return { accessCode: await this.codes.reveal(orderId, browser) };
  }

  @Handles(checkAccessCode)
  check(request: RequestOf<typeof checkAccessCode>) {
    return this.codes.check(request);
  }

  @Handles(restoreAccess)
  restore(request: RequestOf<typeof restoreAccess>) {
    return this.codes.restore(request);
  }

  @Handles(issueAccessCode)
  async issueCode({ id }: RequestOf<typeof issueAccessCode>, context: MessageContext) {
    return { accessCode: await this.codes.issue(id, context) };
  }

  @Handles(getAddresses)
  getAddresses({ browser }: RequestOf<typeof getAddresses>) {
    return this.addresses.get(browser);
  }

  @Handles(sendAddressCode)
  async sendAddressCode(request: RequestOf<typeof sendAddressCode>, context: MessageContext) {
    await this.addresses.sendCode(request, context);
    return {};
  }

  @Handles(confirmAddress)
  confirm(request: RequestOf<typeof confirmAddress>) {
    return this.addresses.confirm(request);
  }

  @Handles(sendChangeCode)
  async sendChangeCode(request: RequestOf<typeof sendChangeCode>, context: MessageContext) {
    await this.addresses.sendChangeCode(request, context);
    return {};
  }

  @Handles(changeAccess)
  change(request: RequestOf<typeof changeAccess>) {
    return this.addresses.change(request);
  }

  @Handles(sendAccessLink)
  async sendLink({ email }: RequestOf<typeof sendAccessLink>, context: MessageContext) {
    await this.lostAccess.send(email, context);
    return {};
  }

  @Handles(openAccessLink)
  async openLink({ token }: RequestOf<typeof openAccessLink>) {
    return { practices: await this.lostAccess.list(token) };
  }

  @Handles(sendJoinCode)
  async sendJoinCode({ token }: RequestOf<typeof sendJoinCode>, context: MessageContext) {
    await this.lostAccess.sendJoinCode(token, context);
    return {};
  }

  @Handles(openLinkedPractice)
  openPractice(request: RequestOf<typeof openLinkedPractice>) {
    return this.lostAccess.open(request);
  }

  @Handles(exportPracticeData)
  async prove(request: RequestOf<typeof exportPracticeData>) {
    return { practice: (await this.codes.prove(request))._id.toHexString() };
  }

  @Handles(getErasure)
  getErasure({ browser }: RequestOf<typeof getErasure>) {
    return this.data.getErasure(browser);
  }

  @Handles(requestErasure)
  requestErasure(request: RequestOf<typeof requestErasure>) {
    return this.data.requestErasure(request);
  }

  @Handles(cancelErasure)
  async cancelErasure({ browser }: RequestOf<typeof cancelErasure>) {
    await this.data.cancelErasure(browser);
    return {};
  }

  @Handles(eraseBuyer)
  async eraseBuyer({ id }: RequestOf<typeof eraseBuyer>, context: MessageContext) {
    await this.data.eraseByOrder(id, context);
    return {};
  }
}
