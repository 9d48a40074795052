import { randomBytes } from 'node:crypto';
import { AppLogger, type CallContext, RpcClient } from '@ctdb/chassis';
import { DomainError, MAX_USER_AGENT_LENGTH, routes, type SessionTokens } from '@ctdb/contracts';
import { texts } from '@ctdb/contracts/texts';
import { Controller } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bearerToken, Cookies, hashToken } from '../access/cookies.js';
import { type Inputs, Route } from '../http/route.js';
import { clientAddress } from '../http/request-context.js';

/** Sessions of persons of the team. */
@Controller()
export class AccountsController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly cookies: Cookies,
    private readonly logger: AppLogger,
  ) {}

  @Route(routes.signIn)
  async signIn({ body, context, request, reply }: Inputs['signIn']) {
    // A challenge is bound to the browser, so a new one gets its token before.
    const ownToken = this.cookies.read(request).browser ?? randomBytes(32).toString('base64url');
    const typedAt = { address: clientAddress(request), browser: hashToken(ownToken) };
    const userAgent = request.headers['user-agent']?.slice(0, MAX_USER_AGENT_LENGTH);
    const { browserToken, ...tokens } = await this.rpc
      .call(routes.signIn, { ...body, ...typedAt, userAgent }, context)
      .catch((error: unknown) => {
        const isAsked = error instanceof DomainError && error.code === 'SECOND_FACTOR_REQUIRED';
        if (isAsked) this.cookies.setBrowser(reply, ownToken);
        throw error;
      });
    await this.endFormerSession(request, context);
    const answer = this.sendTokens(tokens, reply);
    // Absent from older versions of billing.
    if (browserToken !== undefined) this.cookies.setBrowser(reply, browserToken);
    return answer;
  }

  @Route(routes.completeSignIn)
  async completeSignIn({ body, context, request, reply }: Inputs['completeSignIn']) {
    const userAgent = request.headers['user-agent']?.slice(0, MAX_USER_AGENT_LENGTH);
    const { recoveryCodes, browserToken, ...tokens } = await this.rpc.call(
      routes.completeSignIn,
      { ...body, ...this.typedAt(request), userAgent },
      context,
    );
    await this.endFormerSession(request, context);
    this.cookies.setBrowser(reply, browserToken);
    return { ...this.sendTokens(tokens, reply), recoveryCodes };
  }

  @Route(routes.confirm)
  async confirm({ body, context, request }: Inputs['confirm']) {
    await this.rpc.call(routes.confirm, { ...body, ...this.typedAt(request) }, context);
    return undefined;
  }

  @Route(routes.refreshSession)
  async refresh({ context, request, reply }: Inputs['refreshSession']) {
    const { refresh } = this.cookies.read(request);
    try {
      if (refresh === undefined) throw new DomainError('ACCESS_REQUIRED', { reason: 'none' });
      const tokens = await this.rpc.call(routes.refreshSession, { refreshToken: refresh }, context);
      return this.sendTokens(tokens, reply);
    } catch (error) {
      // Only a rejection ends the session: an unreachable service may accept the token later.
      const isRefused = error instanceof DomainError && error.code === 'ACCESS_REQUIRED';
      if (isRefused) this.cookies.clearSession(reply);
      throw error;
    }
  }

  @Route(routes.signOut)
  async signOut({ context, request, reply }: Inputs['signOut']) {
    this.cookies.clearSession(reply);
    const { refresh: refreshToken } = this.cookies.read(request);
    const token = bearerToken(request.headers.authorization);
    if (token !== undefined || refreshToken !== undefined) {
      await this.rpc.call(routes.signOut, { token, refreshToken }, context);
    }
    return undefined;
  }

  @Route(routes.changePassword)
  async changePassword({ body, context, request }: Inputs['changePassword']) {
    await this.rpc.call(routes.changePassword, { ...body, ...this.typedAt(request) }, context);
    return { message: texts[context.locale].gateway.passwordChanged };
  }

  /** A browser has one session: its cookie is replaced. */
  private async endFormerSession(request: FastifyRequest, context: CallContext): Promise<void> {
    const { refresh: refreshToken } = this.cookies.read(request);
    if (refreshToken === undefined) return;
    // The new session has begun; the former one ends at the latest when it is idle.
    await this.rpc
      .call(routes.signOut, { refreshToken }, context)
      .catch((error: unknown) => this.logger.warn('ending a former session failed', error));
  }

  private typedAt(request: FastifyRequest) {
    const { browser } = this.cookies.read(request);
    return {
      address: clientAddress(request),
      ...(browser !== undefined && { browser: hashToken(browser) }),
    };
  }

  private sendTokens(tokens: SessionTokens, reply: FastifyReply) {
    const { token, expiresAt, role, refreshToken, refreshExpiresAt } = tokens;
    this.cookies.setRefresh(reply, refreshToken, new Date(refreshExpiresAt));
    this.cookies.setUploads(reply, token, new Date(expiresAt));
    return { token, expiresAt, role };
  }
}
