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
  signOut({ browser }: RequestOf<typeof signOutOfAccess>) {
    return this.practices.signOut(browser);
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
  sendAddressCode(request: RequestOf<typeof sendAddressCode>, context: MessageContext) {
    return this.addresses.sendCode(request, context);
  }

  @Handles(confirmAddress)
  confirm(request: RequestOf<typeof confirmAddress>) {
    return this.addresses.confirm(request);
  }

  @Handles(sendChangeCode)
  sendChangeCode(request: RequestOf<typeof sendChangeCode>, context: MessageContext) {
    return this.addresses.sendChangeCode(request, context);
  }

  @Handles(changeAccess)
  change(request: RequestOf<typeof changeAccess>) {
    return this.addresses.change(request);
  }

  @Handles(sendAccessLink)
  sendLink({ email }: RequestOf<typeof sendAccessLink>, context: MessageContext) {
    return this.lostAccess.send(email, context);
  }

  @Handles(openAccessLink)
  async openLink({ token }: RequestOf<typeof openAccessLink>) {
    return { practices: await this.lostAccess.list(token) };
  }

  @Handles(sendJoinCode)
  sendJoinCode({ token }: RequestOf<typeof sendJoinCode>, context: MessageContext) {
    return this.lostAccess.sendJoinCode(token, context);
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
  cancelErasure({ browser }: RequestOf<typeof cancelErasure>) {
    return this.data.cancelErasure(browser);
  }

  @Handles(eraseBuyer)
  eraseBuyer({ id }: RequestOf<typeof eraseBuyer>, context: MessageContext) {
    return this.data.eraseByOrder(id, context);
  }
}
