import { toNetwork } from '@ctdb/chassis';
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hash } from 'node:crypto';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { ANONYMOUS_CALLER, clientAddress, edgeOf, type Caller } from '../edge/edge.js';
import { Admission, rateHeaders, requireRate } from './admission.js';
import { requireAccess } from './authorise.js';
import { Cookies } from './cookies.js';
import { Ledger } from './ledger.js';
import { requireOwnOrigin } from './own-origin.js';
import { bearerToken } from './token.js';

const sha256 = (token: string | undefined): string | undefined =>
  token === undefined ? undefined : hash('sha256', token, 'hex');

/** Counts the request and looks its tokens up, in one round trip to Redis. */
@Injectable()
export class AdmissionGuard implements CanActivate {
  constructor(
    private readonly admission: Admission,
    private readonly cookies: Cookies,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const edge = edgeOf(request);
    const cookies = this.cookies.read(request);
    // An image of a page sends cookies, and no header of ours.
    const imageToken = edge.contract?.binary ? cookies.uploads : undefined;
    const passHash = sha256(cookies.pass);
    edge.admission = await this.admission.admit({
      network: toNetwork(clientAddress(request)),
      rate: edge.contract?.rateLimit ?? 'default',
      sessionHash: sha256(bearerToken(request.headers.authorization) ?? imageToken),
      passHash,
    });
    edge.holder = passHash;
    http.getResponse<FastifyReply>().headers(rateHeaders(edge.admission));
    requireRate(edge.admission);
    return true;
  }
}

/** Identifies the caller: an administrator by token, a holder of a pass by cookie, or anonymous. */
@Injectable()
export class CallerGuard extends AuthGuard(['admin', 'pass']) {
  /** Credentials that are not valid count as none. */
  override handleRequest<User = Caller>(
    error: Error | null,
    caller: Caller | false,
    _info: unknown,
    context: ExecutionContext,
  ): User {
    if (error) throw error;
    const edge = edgeOf(context.switchToHttp().getRequest<FastifyRequest>());
    edge.caller = caller || ANONYMOUS_CALLER;
    return edge.caller as User;
  }
}

/** Allows what the route's row of the authorisation table allows. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly cookies: Cookies,
    private readonly ledger: Ledger,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const edge = edgeOf(request);
    const { contract } = edge;
    // Only the handler of unknown routes has no contract.
    if (!contract) return true;
    const isAnonymous = edge.caller.subject.role === 'anonymous';
    if (isAnonymous && !contract.access.anonymous) await this.ledger.resume(edge);
    const { subject } = edge.caller;
    requireAccess(contract.access, subject);
    // A page of another site cannot send our Bearer token, so only cookies need proof.
    if (contract.cookieAuthorised && subject.role !== 'admin') {
      const { refresh, pass } = this.cookies.read(request);
      if (refresh !== undefined || pass !== undefined)
        requireOwnOrigin(request, this.config.PUBLIC_ORIGIN);
    }
    // A file may take longer than other bodies.
    if (contract.multipart) edge.releaseBodyTimeout();
    return true;
  }
}
