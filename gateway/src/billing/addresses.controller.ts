import { setTimeout as pause } from 'node:timers/promises';
import { RpcClient } from '@ctdb/chassis';
import {
  changeAccess,
  confirmAddress,
  DomainError,
  getAddresses,
  openAccessLink,
  openLinkedPractice,
  routes,
  sendAccessLink,
  sendAddressCode,
  sendChangeCode,
  sendJoinCode,
} from '@ctdb/contracts';
import { Controller, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { BrowserTokens } from '../access/browser-tokens.js';
import { Cookies, hashToken } from '../access/cookies.js';
import type { InputOf } from '../http/input.js';
import { Route } from '../http/route.decorator.js';
import { requireBrowser } from '../http/request-context.js';

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

/** Confirmed e-mail addresses of the browser's practice, and links to lost access. */
@Controller()
export class AddressesController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly tokens: BrowserTokens,
    private readonly cookies: Cookies,
  ) {}

  @Route(routes.getAddresses)
  async get({ context, browser }: InputOf<typeof routes.getAddresses>) {
    if (browser === undefined) return { addresses: [] };
    return this.rpc.call(getAddresses, { browser }, context);
  }

  @Route(routes.sendAddressCode)
  sendCode({ body, context, request }: InputOf<typeof routes.sendAddressCode>) {
    const browser = requireBrowser(request);
    return holdBack(this.rpc.call(sendAddressCode, { ...body, browser }, context));
  }

  @Route(routes.confirmAddress)
  confirm({ body, context, request }: InputOf<typeof routes.confirmAddress>) {
    const browser = requireBrowser(request, () => new DomainError('WRONG_ADDRESS_CODE'));
    return this.rpc.call(confirmAddress, { ...body, browser }, context);
  }

  @Route(routes.sendChangeCode)
  sendChangeCode({ body, context, request }: InputOf<typeof routes.sendChangeCode>) {
    const browser = requireBrowser(request);
    return holdBack(this.rpc.call(sendChangeCode, { ...body, browser }, context));
  }

  @Route(routes.changeAccess)
  change({ body, context, request }: InputOf<typeof routes.changeAccess>) {
    const browser = requireBrowser(request);
    return this.rpc.call(changeAccess, { ...body, browser }, context);
  }

  @Route(routes.sendAccessLink)
  sendLink({ body, context }: InputOf<typeof routes.sendAccessLink>) {
    return holdBack(this.rpc.call(sendAccessLink, body, context));
  }

  @Route(routes.openAccessLink)
  openLink({ body, context }: InputOf<typeof routes.openAccessLink>) {
    return this.rpc.call(openAccessLink, body, context);
  }

  @Route(routes.sendJoinCode)
  sendJoinCode({ body, context }: InputOf<typeof routes.sendJoinCode>) {
    return holdBack(this.rpc.call(sendJoinCode, body, context));
  }

  @Route(routes.openLinkedPractice)
  async openPractice(
    { body, context, browser }: InputOf<typeof routes.openLinkedPractice>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const token = this.tokens.next(`link:${body.token}`, context.idempotencyKey);
    const sent = { ...body, browser, next: hashToken(token) };
    const opened = await this.rpc.call(openLinkedPractice, sent, context);
    this.cookies.setPass(reply, token);
    return opened;
  }
}
