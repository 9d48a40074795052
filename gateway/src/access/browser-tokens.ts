import { randomBytes } from 'node:crypto';
import { AppLogger, RpcClient } from '@ctdb/chassis';
import { renewBrowserToken } from '@ctdb/contracts';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { clientAddress, getRequestContext } from '../http/request-context.js';
import { Cookies, hashToken } from './cookies.js';

const CALL_TIMEOUT_MS = 3_000;

/** The tokens of browsers, in the cookie `pass`. */
@Injectable()
export class BrowserTokens {
  constructor(
    private readonly cookies: Cookies,
    private readonly rpc: RpcClient,
    private readonly logger: AppLogger,
  ) {}

  /**
   * The hash of the token for an order: of the one that the browser has, which no order replaces, so that
   * all its tabs order as one browser; else of a new one. The address keeps clients with the same simple
   * key apart.
   */
  forOrder(request: FastifyRequest, reply: FastifyReply, idempotencyKey?: string): string {
    const { pass: current } = this.cookies.read(request);
    if (current !== undefined) return hashToken(current);
    const token = this.next(`order:${clientAddress(request)}`, idempotencyKey);
    this.cookies.setPass(reply, token);
    return hashToken(token);
  }

  /** A new token. A repeated request of the same `scope` and key gets the same one: an answer may be lost. */
  next(scope: string, idempotencyKey: string | undefined): string {
    return idempotencyKey === undefined
      ? randomBytes(32).toString('base64url')
      : this.cookies.sign(`${scope}:${idempotencyKey}`);
  }

  /**
   * Changes the token after it was given access. All answers for one token have the same next one, so
   * that it does not matter which of them arrive.
   */
  async renewAfterClaim(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { pass: current } = this.cookies.read(request);
    if (current === undefined) return;
    const next = this.cookies.sign(`claim:${current}`);
    const context = { ...getRequestContext(request).callContext(), deadlineMs: CALL_TIMEOUT_MS };
    const tokens = { browser: hashToken(current), next: hashToken(next) };
    try {
      const { isRenewed } = await this.rpc.call(renewBrowserToken, tokens, context);
      if (isRenewed) this.cookies.setPass(reply, next);
    } catch (error) {
      // Access does not depend on it.
      this.logger.warn('a browser keeps its token, renewing failed', error);
    }
  }
}
