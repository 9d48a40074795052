import { Handles, type MessageContext } from '@ctdb/chassis';
import { messages, type Requests } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { PassesService } from '../passes/passes.service.js';
import { AccessCodesService } from './access-codes.service.js';
import { AddressesService } from './addresses.service.js';
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
    private readonly data: PracticeDataService,
  ) {}

  @Handles(messages.renewBrowserToken)
  async renewToken({ browser, next }: Requests['renewBrowserToken']) {
    return { isRenewed: await this.practices.renew(browser, next) };
  }

  @Handles(messages.getActivePass)
  async getActivePass({ browser }: Requests['getActivePass']) {
    await this.practices.find(browser);
    return this.passes.getActivePass(browser);
  }

  @Handles(messages.claimPasses)
  async claim({ browser }: Requests['claimPasses']) {
    const practice = await this.practices.find(browser);
    return this.passes.activateUnclaimed(browser, practice?._id);
  }

  @Handles(messages.findPractices)
  findPractices({ owners }: Requests['findPractices']) {
    return this.practices.findByFormerOwners(owners);
  }

  @Handles(messages.signOutOfAccess)
  signOut({ browser }: Requests['signOutOfAccess']) {
    return this.practices.signOut(browser);
  }

  @Handles(messages.listPurchases)
  async list({ browser }: Requests['listPurchases']) {
    return { purchases: await this.codes.list(browser) };
  }

  @Handles(messages.requestRefund)
  requestRefund({ orderId, browser }: Requests['requestRefund']) {
    return this.codes.requestRefund(orderId, browser);
  }

  @Handles(messages.requestRefundByCode)
  requestRefundByCode(request: Requests['requestRefundByCode']) {
    return this.codes.requestRefundByCode(request);
  }

  @Handles(messages.revealAccessCode)
  reveal({ orderId, browser }: Requests['revealAccessCode']) {
    return this.codes.reveal(orderId, browser);
  }

  @Handles(messages.checkAccessCode)
  check(request: Requests['checkAccessCode']) {
    return this.codes.check(request);
  }

  @Handles(messages.restoreAccess)
  restore(request: Requests['restoreAccess']) {
    return this.codes.restore(request);
  }

  @Handles(messages.issueAccessCode)
  issueCode({ id }: Requests['issueAccessCode'], context: MessageContext) {
    return this.codes.issue(id, context);
  }

  @Handles(messages.getAddresses)
  getAddresses({ browser }: Requests['getAddresses']) {
    return this.addresses.get(browser);
  }

  @Handles(messages.sendAddressCode)
  sendAddressCode(request: Requests['sendAddressCode'], context: MessageContext) {
    return this.addresses.sendCode(request, context);
  }

  @Handles(messages.confirmAddress)
  confirm(request: Requests['confirmAddress']) {
    return this.addresses.confirm(request);
  }

  @Handles(messages.sendChangeCode)
  sendChangeCode(request: Requests['sendChangeCode'], context: MessageContext) {
    return this.addresses.sendChangeCode(request, context);
  }

  @Handles(messages.changeAccess)
  change(request: Requests['changeAccess']) {
    return this.addresses.change(request);
  }

  @Handles(messages.sendAccessLink)
  sendLink({ email }: Requests['sendAccessLink'], context: MessageContext) {
    return this.addresses.sendLink(email, context);
  }

  @Handles(messages.openAccessLink)
  openLink({ token }: Requests['openAccessLink']) {
    return this.addresses.listLinked(token);
  }

  @Handles(messages.sendJoinCode)
  sendJoinCode({ token }: Requests['sendJoinCode'], context: MessageContext) {
    return this.addresses.sendJoinCode(token, context);
  }

  @Handles(messages.openLinkedPractice)
  openPractice(request: Requests['openLinkedPractice']) {
    return this.addresses.openLinked(request);
  }

  @Handles(messages.exportPracticeData)
  async prove(request: Requests['exportPracticeData']) {
    return { practice: (await this.codes.prove(request))._id.toHexString() };
  }

  @Handles(messages.getErasure)
  getErasure({ browser }: Requests['getErasure']) {
    return this.data.getErasure(browser);
  }

  @Handles(messages.requestErasure)
  requestErasure(request: Requests['requestErasure']) {
    return this.data.requestErasure(request);
  }

  @Handles(messages.cancelErasure)
  cancelErasure({ browser }: Requests['cancelErasure']) {
    return this.data.cancelErasure(browser);
  }

  @Handles(messages.eraseBuyer)
  eraseBuyer({ id }: Requests['eraseBuyer'], context: MessageContext) {
    return this.data.eraseByOrder(id, context);
  }
}
