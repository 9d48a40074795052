import { setTimeout as pause } from 'node:timers/promises';
import { RpcClient } from '@ctdb/chassis';
import { DomainError, exportPractice, requestRefundByCode, routes } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { BrowserTokens } from '../access/browser-tokens.js';
import { Cookies, hashToken } from '../access/cookies.js';
import { HttpReply } from '../http/http-reply.js';
import type { InputOf } from '../http/input.js';
import { sendParts, toFileHeaders } from '../http/parts.js';
import { clientAddress, requireBrowser } from '../http/request-context.js';
import { Route } from '../http/route.decorator.js';

/**
 * An answer about an e-mail address is held back as long: longer than the work takes that only an address
 * with access causes.
 */
const HOLD_BACK_MS = 300;

const holdBack = async <T>(answer: Promise<T>): Promise<T> => {
  const held = pause(HOLD_BACK_MS);
  try {
    return await answer;
  } finally {
    await held;
  }
};

/**
 * The browser's practice: purchases, access codes, confirmed addresses, links to lost access, export and erasure
 * of its entries; receipts of its purchases, and for administrators of all.
 */
@Controller()
export class PracticeController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly tokens: BrowserTokens,
    private readonly cookies: Cookies,
  ) {}

  @Route(routes.listPurchases)
  async listPurchases({ context, browser }: InputOf<typeof routes.listPurchases>) {
    if (browser === undefined) return [];
    return (await this.rpc.call(routes.listPurchases, { browser }, context)).purchases;
  }

  @Route(routes.revealAccessCode)
  reveal({ body, context, request }: InputOf<typeof routes.revealAccessCode>) {
    const browser = requireBrowser(request);
    return this.rpc.call(routes.revealAccessCode, { ...body, browser }, context);
  }

  @Route(routes.checkAccessCode)
  check({ body, context, browser, request }: InputOf<typeof routes.checkAccessCode>) {
    const address = clientAddress(request);
    return this.rpc.call(routes.checkAccessCode, { ...body, browser, address }, context);
  }

  @Route(routes.restoreAccess)
  async restore({ body, context, browser, request, reply }: InputOf<typeof routes.restoreAccess>) {
    const token = this.tokens.next(`restore:${body.accessCode}`, context.idempotencyKey);
    const sent = { ...body, browser, next: hashToken(token), address: clientAddress(request) };
    const opened = await this.rpc.call(routes.restoreAccess, sent, context);
    this.cookies.setPass(reply, token);
    return opened;
  }

  @Route(routes.signOutOfAccess)
  async signOut({ context, browser, reply }: InputOf<typeof routes.signOutOfAccess>) {
    if (browser !== undefined) await this.rpc.call(routes.signOutOfAccess, { browser }, context);
    this.cookies.clearPass(reply);
    return undefined;
  }

  @Route(routes.requestRefund)
  requestRefund({ body, context, request }: InputOf<typeof routes.requestRefund>) {
    const { orderId, accessCode = '', email } = body;
    if (orderId !== undefined) {
      const browser = requireBrowser(request);
      return this.rpc.call(routes.requestRefund, { browser, orderId }, context);
    }
    const typed = { accessCode, email, address: clientAddress(request) };
    return this.rpc.call(requestRefundByCode, typed, context);
  }

  @Route(routes.getAddresses)
  async getAddresses({ context, browser }: InputOf<typeof routes.getAddresses>) {
    if (browser === undefined) return { addresses: [] };
    return this.rpc.call(routes.getAddresses, { browser }, context);
  }

  @Route(routes.sendAddressCode)
  sendCode({ body, context, request }: InputOf<typeof routes.sendAddressCode>) {
    const browser = requireBrowser(request);
    return holdBack(this.rpc.call(routes.sendAddressCode, { ...body, browser }, context));
  }

  @Route(routes.confirmAddress)
  confirm({ body, context, request }: InputOf<typeof routes.confirmAddress>) {
    const browser = requireBrowser(request, () => new DomainError('WRONG_ADDRESS_CODE'));
    return this.rpc.call(routes.confirmAddress, { ...body, browser }, context);
  }

  @Route(routes.sendChangeCode)
  sendChangeCode({ body, context, request }: InputOf<typeof routes.sendChangeCode>) {
    const browser = requireBrowser(request);
    return holdBack(this.rpc.call(routes.sendChangeCode, { ...body, browser }, context));
  }

  @Route(routes.changeAccess)
  change({ body, context, request }: InputOf<typeof routes.changeAccess>) {
    const browser = requireBrowser(request);
    return this.rpc.call(routes.changeAccess, { ...body, browser }, context);
  }

  @Route(routes.sendAccessLink)
  sendLink({ body, context }: InputOf<typeof routes.sendAccessLink>) {
    return holdBack(this.rpc.call(routes.sendAccessLink, body, context));
  }

  @Route(routes.sendJoinCode)
  sendJoinCode({ body, context }: InputOf<typeof routes.sendJoinCode>) {
    return holdBack(this.rpc.call(routes.sendJoinCode, body, context));
  }

  @Route(routes.openLinkedPractice)
  async openPractice({ body, context, browser, reply }: InputOf<typeof routes.openLinkedPractice>) {
    const token = this.tokens.next(`link:${body.token}`, context.idempotencyKey);
    const sent = { ...body, browser, next: hashToken(token) };
    const opened = await this.rpc.call(routes.openLinkedPractice, sent, context);
    this.cookies.setPass(reply, token);
    return opened;
  }

  @Route(routes.exportPracticeData)
  async export({ body, context, request }: InputOf<typeof routes.exportPracticeData>) {
    const proof = { ...body, browser: requireBrowser(request), address: clientAddress(request) };
    const { practice } = await this.rpc.call(routes.exportPracticeData, proof, context);
    return sendParts(request, toFileHeaders('my-entries', 'csv'), (after) =>
      this.rpc.call(exportPractice, { practice, after }, context),
    );
  }

  @Route(routes.getErasure)
  async getErasure({ context, browser }: InputOf<typeof routes.getErasure>) {
    return browser === undefined ? {} : this.rpc.call(routes.getErasure, { browser }, context);
  }

  @Route(routes.requestErasure)
  requestErasure({ body, context, request }: InputOf<typeof routes.requestErasure>) {
    const proof = { ...body, browser: requireBrowser(request), address: clientAddress(request) };
    return this.rpc.call(routes.requestErasure, proof, context);
  }

  @Route(routes.cancelErasure)
  async cancelErasure({ context, request }: InputOf<typeof routes.cancelErasure>) {
    await this.rpc.call(routes.cancelErasure, { browser: requireBrowser(request) }, context);
    return undefined;
  }

  @Route(routes.getReceipts)
  async getReceipts({ params, context, browser }: InputOf<typeof routes.getReceipts>) {
    return (await this.rpc.call(routes.getReceipts, { ...params, browser }, context)).documents;
  }

  @Route(routes.getReceiptPdf)
  async getReceiptPdf({ params, query, context, browser }: InputOf<typeof routes.getReceiptPdf>) {
    const { pdf } = await this.rpc.call(
      routes.getReceiptPdf,
      { ...params, ...query, browser },
      context,
    );
    const headers = {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${query.number.replace('/', '-')}.pdf"`,
    };
    return HttpReply.raw(Buffer.from(pdf, 'base64'), headers);
  }

  @Route(routes.exportReceipts)
  exportReceipts({ query, context, request }: InputOf<typeof routes.exportReceipts>) {
    const { month } = query;
    return sendParts(request, toFileHeaders('receipts', 'csv', month), (after) =>
      this.rpc.call(routes.exportReceipts, { month, after }, context),
    );
  }
}
