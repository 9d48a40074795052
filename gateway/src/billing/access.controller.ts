import { RpcClient } from '@ctdb/chassis';
import {
  checkAccessCode,
  listPurchases,
  requestRefund,
  requestRefundByCode,
  restoreAccess,
  revealAccessCode,
  routes,
  signOutOfAccess,
} from '@ctdb/contracts';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { BrowserTokens } from '../access/browser-tokens.js';
import { Cookies, hashToken } from '../access/cookies.js';
import type { InputOf } from '../http/input.js';
import { Route } from '../http/route.decorator.js';
import { clientAddress, requireBrowser } from '../http/request-context.js';

/** Purchases of the browser's practice, and access codes. */
@Controller()
export class AccessController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly tokens: BrowserTokens,
    private readonly cookies: Cookies,
  ) {}

  @Route(routes.listPurchases)
  async listPurchases({ context, browser }: InputOf<typeof routes.listPurchases>) {
    if (browser === undefined) return [];
    return (await this.rpc.call(listPurchases, { browser }, context)).purchases;
  }

  @Route(routes.revealAccessCode)
  reveal({ body, context, request }: InputOf<typeof routes.revealAccessCode>) {
    const browser = requireBrowser(request);
    return this.rpc.call(revealAccessCode, { ...body, browser }, context);
  }

  @Route(routes.checkAccessCode)
  check({ body, context, browser, request }: InputOf<typeof routes.checkAccessCode>) {
    const address = clientAddress(request);
    return this.rpc.call(checkAccessCode, { ...body, browser, address }, context);
  }

  @Route(routes.restoreAccess)
  async restore(
    { body, context, browser, request }: InputOf<typeof routes.restoreAccess>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const token = this.tokens.next(`restore:${body.accessCode}`, context.idempotencyKey);
    const sent = { ...body, browser, next: hashToken(token), address: clientAddress(request) };
    const opened = await this.rpc.call(restoreAccess, sent, context);
    this.cookies.setPass(reply, token);
    return opened;
  }

  @Route(routes.signOutOfAccess)
  async signOut(
    { context, browser }: InputOf<typeof routes.signOutOfAccess>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    if (browser !== undefined) await this.rpc.call(signOutOfAccess, { browser }, context);
    this.cookies.clearPass(reply);
    return undefined;
  }

  @Route(routes.requestRefund)
  requestRefund({ body, context, request }: InputOf<typeof routes.requestRefund>) {
    const { orderId, accessCode = '', email } = body;
    if (orderId !== undefined) {
      const browser = requireBrowser(request);
      return this.rpc.call(requestRefund, { browser, orderId }, context);
    }
    const typed = { accessCode, email, address: clientAddress(request) };
    return this.rpc.call(requestRefundByCode, typed, context);
  }
}
