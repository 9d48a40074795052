import { RpcClient } from '@ctdb/chassis';
import { exportPractice, requestRefundByCode, routes } from '@ctdb/contracts';
import { Controller } from '@nestjs/common';
import { BrowserTokens } from '../access/browser-tokens.js';
import { Cookies, hashToken } from '../access/cookies.js';
import { HttpReply } from '../http/http-reply.js';
import { sendParts, toFileHeaders } from '../http/parts.js';
import { clientAddress, requireBrowser } from '../http/request-context.js';
import { type Inputs, Route } from '../http/route.js';

/**
 * The browser's practice: how a browser opens and leaves it, requests for refunds and the export of its entries;
 * receipts of its purchases as files, and for administrators of all.
 */
@Controller()
export class PracticeController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly tokens: BrowserTokens,
    private readonly cookies: Cookies,
  ) {}

  @Route(routes.restoreAccess)
  async restore({ body, context, browser, request, reply }: Inputs['restoreAccess']) {
    const token = this.tokens.next(`restore:${body.accessCode}`, context.idempotencyKey);
    const sent = { ...body, browser, next: hashToken(token), address: clientAddress(request) };
    const opened = await this.rpc.call(routes.restoreAccess, sent, context);
    this.cookies.setPass(reply, token);
    return opened;
  }

  @Route(routes.signOutOfAccess)
  async signOut({ context, browser, reply }: Inputs['signOutOfAccess']) {
    if (browser !== undefined) await this.rpc.call(routes.signOutOfAccess, { browser }, context);
    this.cookies.clearPass(reply);
    return undefined;
  }

  @Route(routes.requestRefund)
  requestRefund({ body, context, request }: Inputs['requestRefund']) {
    const { orderId, accessCode = '', email } = body;
    if (orderId !== undefined) {
      const browser = requireBrowser(request);
      return this.rpc.call(routes.requestRefund, { browser, orderId }, context);
    }
    const typed = { accessCode, email, address: clientAddress(request) };
    return this.rpc.call(requestRefundByCode, typed, context);
  }

  @Route(routes.openLinkedPractice)
  async openPractice({ body, context, browser, reply }: Inputs['openLinkedPractice']) {
    const token = this.tokens.next(`link:${body.token}`, context.idempotencyKey);
    const sent = { ...body, browser, next: hashToken(token) };
    const opened = await this.rpc.call(routes.openLinkedPractice, sent, context);
    this.cookies.setPass(reply, token);
    return opened;
  }

  @Route(routes.exportPracticeData)
  async export({ body, context, request }: Inputs['exportPracticeData']) {
    const proof = { ...body, browser: requireBrowser(request), address: clientAddress(request) };
    const { practice } = await this.rpc.call(routes.exportPracticeData, proof, context);
    return sendParts(request, toFileHeaders('my-entries', 'csv'), (after) =>
      this.rpc.call(exportPractice, { practice, after }, context),
    );
  }

  @Route(routes.getReceiptPdf)
  async getReceiptPdf({ params, query, context, browser }: Inputs['getReceiptPdf']) {
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
  exportReceipts({ query, context, request }: Inputs['exportReceipts']) {
    const { month } = query;
    return sendParts(request, toFileHeaders('receipts', 'csv', month), (after) =>
      this.rpc.call(routes.exportReceipts, { month, after }, context),
    );
  }
}
