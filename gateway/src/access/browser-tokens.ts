import { randomBytes } from 'node:crypto';
import { AppLogger, RpcClient } from '@ctdb/chassis';
import { renewBrowserToken } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { getRequestContext } from '../server/request-context.js';
import { Cookies, hashToken } from './cookies.js';

const CALL_TIMEOUT_MS = 3_000;

/** The token of a browser for a purchase. */
interface PurchaseToken {
  /** SHA-256, in hex. */
  readonly holder: string;
  readonly isNew: boolean;
}

/** The browsers' own tokens. All are made here: a value that a request brings never gets a purchase. */
@Injectable()
export class BrowserTokens {
  constructor(
    private readonly cookies: Cookies,
    private readonly rpc: RpcClient,
    private readonly logger: AppLogger,
  ) {}

  /** The token for an order. A repeated request, with the same `idempotencyKey`, gets the same one. */
  forOrder(
    request: FastifyRequest,
    reply: FastifyReply,
    idempotencyKey: string | undefined,
  ): Promise<PurchaseToken> {
    const { pass: current } = this.cookies.read(request);
    const isRepeatable = current !== undefined && idempotencyKey !== undefined;
    const next = isRepeatable ? this.cookies.sign(`order:${idempotencyKey}:${current}`) : undefined;
    return this.forPurchase(request, reply, next);
  }

  /**
   * The token for what a link moves. A repeated request gets the same one, also without a cookie: the
   * answer with it may be lost. Who has read the link in the mail does not know the page's key.
   */
  forLink(
    request: FastifyRequest,
    reply: FastifyReply,
    link: string,
    idempotencyKey: string | undefined,
  ): Promise<PurchaseToken> {
    const isRepeatable = idempotencyKey !== undefined;
    const next = isRepeatable ? this.cookies.sign(`link:${idempotencyKey}:${link}`) : undefined;
    return this.forPurchase(request, reply, next);
  }

  /** The token for a purchase: a new one, unless the browser has access that was paid for. */
  async forPurchase(
    request: FastifyRequest,
    reply: FastifyReply,
    next = randomBytes(32).toString('base64url'),
  ): Promise<PurchaseToken> {
    const { pass: current } = this.cookies.read(request);
    if (current !== undefined && !(await this.renew(request, current, next, false)))
      return { holder: hashToken(current), isNew: false };
    this.cookies.setPass(reply, next);
    return { holder: hashToken(next), isNew: true };
  }

  /**
   * Changes the token after it was given access. All answers for one token have the same next one, so
   * that it does not matter which of them arrive.
   */
  async renewAfterClaim(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { pass: current } = this.cookies.read(request);
    if (current === undefined) return;
    const next = this.cookies.sign(`claim:${current}`);
    if (await this.renew(request, current, next, true)) this.cookies.setPass(reply, next);
  }

  private async renew(
    request: FastifyRequest,
    current: string,
    next: string,
    isClaimed: boolean,
  ): Promise<boolean> {
    const context = { ...getRequestContext(request).callContext(), deadlineMs: CALL_TIMEOUT_MS };
    const tokens = { holder: hashToken(current), next: hashToken(next), isClaimed };
    try {
      return (await this.rpc.call(renewBrowserToken, tokens, context)).isRenewed;
    } catch (error) {
      // Access does not depend on it. Versions of billing before this one do not know the command.
      this.logger.warn('a browser keeps its token, renewing failed', error);
      return false;
    }
  }
}
