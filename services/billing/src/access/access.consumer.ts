import { Controller } from '@nestjs/common';
import { HandlesMessages } from '../handles-messages.js';
import { PassesService } from '../passes/passes.service.js';
import { AccessCodesService } from './access-codes.service.js';
import { AddressesService } from './addresses.service.js';
import { PracticeDataService } from './practice-data.service.js';
import { PracticesService } from './practices.service.js';

/** Handles the messages about practices: what a browser opens, and how it comes to open it. */
@Controller()
@HandlesMessages<AccessConsumer>({
  renewBrowserToken: async ({ practices }, { browser, next }) => ({
    isRenewed: await practices.renew(browser, next),
  }),
  getActivePass: async ({ practices, passes }, { browser }) => {
    await practices.find(browser);
    return passes.getActivePass(browser);
  },
  claimPasses: async ({ practices, passes }, { browser }) => {
    const practice = await practices.find(browser);
    return passes.activateUnclaimed(browser, practice?._id);
  },
  findPractices: ({ practices }, { owners }) => practices.findByFormerOwners(owners),
  signOutOfAccess: ({ practices }, { browser }) => practices.signOut(browser),
  listPurchases: async ({ codes }, { browser }) => ({ purchases: await codes.list(browser) }),
  requestRefund: ({ codes }, { orderId, browser }) => codes.requestRefund(orderId, browser),
  requestRefundByCode: ({ codes }, request) => codes.requestRefundByCode(request),
  revealAccessCode: ({ codes }, { orderId, browser }) => codes.reveal(orderId, browser),
  checkAccessCode: ({ codes }, request) => codes.check(request),
  restoreAccess: ({ codes }, request) => codes.restore(request),
  issueAccessCode: ({ codes }, { id }, context) => codes.issue(id, context),
  getAddresses: ({ addresses }, { browser }) => addresses.get(browser),
  sendAddressCode: ({ addresses }, request, context) => addresses.sendCode(request, context),
  confirmAddress: ({ addresses }, request) => addresses.confirm(request),
  sendChangeCode: ({ addresses }, request, context) => addresses.sendChangeCode(request, context),
  changeAccess: ({ addresses }, request) => addresses.change(request),
  sendAccessLink: ({ addresses }, { email }, context) => addresses.sendLink(email, context),
  openAccessLink: ({ addresses }, { token }) => addresses.listLinked(token),
  sendJoinCode: ({ addresses }, { token }, context) => addresses.sendJoinCode(token, context),
  openLinkedPractice: ({ addresses }, request) => addresses.openLinked(request),
  exportPracticeData: async ({ codes }, request) => ({
    practice: (await codes.prove(request))._id.toHexString(),
  }),
  getErasure: ({ data }, { browser }) => data.getErasure(browser),
  requestErasure: ({ data }, request) => data.requestErasure(request),
  cancelErasure: ({ data }, { browser }) => data.cancelErasure(browser),
  eraseBuyer: ({ data }, { id }, context) => data.eraseByOrder(id, context),
})
export class AccessConsumer {
  constructor(
    readonly practices: PracticesService,
    readonly passes: PassesService,
    readonly codes: AccessCodesService,
    readonly addresses: AddressesService,
    readonly data: PracticeDataService,
  ) {}
}
