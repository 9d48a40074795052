import { toNetwork, toSite } from '@ctdb/chassis';
import {
  CONFIRMATION_MS,
  DomainError,
  isAllowed,
  isPerson,
  type QuotaClass,
  type RouteContract,
} from '@ctdb/contracts';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Strategy } from 'passport-custom';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import {
  ANONYMOUS_CALLER,
  type Caller,
  clientAddress,
  getRequestContext,
} from '../http/request-context.js';
import { Admission, rateLimitHeaders, requireRateLimit } from './admission.js';
import { bearerToken, Cookies, hashToken } from './cookies.js';
import { PassClient } from './pass-client.js';
import { readPassRecord, toPerson } from './records.js';
import { requireSameOrigin } from '../http/same-origin.js';

const hashIfAny = (token: string | undefined): string | undefined =>
  token === undefined ? undefined : hashToken(token);

/** Returns what a request counts as where a pass has a quota; what is for everyone counts as nothing. */
const toQuota = (contract: RouteContract | undefined): QuotaClass | undefined =>
  !contract || contract.access.anonymous ? undefined : (contract.quota ?? 'answers');

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
    const requestContext = getRequestContext(request);
    // An image of a page sends cookies, and no header of ours.
    const imageSession = requestContext.contract?.binary
      ? this.cookies.readUploads(request)
      : undefined;
    const passHash = hashIfAny(this.cookies.read(request).pass);
    const address = clientAddress(request);
    requestContext.admission = await this.admission.admit({
      network: toNetwork(address),
      site: toSite(address),
      rate: requestContext.contract?.rateLimit ?? 'default',
      sessionHash: hashIfAny(bearerToken(request.headers.authorization)) ?? imageSession,
      passHash,
      quota: toQuota(requestContext.contract),
    });
    requestContext.browserTokenHash = passHash;
    const { limits } = requestContext.admission;
    http.getResponse<FastifyReply>().headers(rateLimitHeaders(limits));
    requireRateLimit(limits);
    return true;
  }
}

/** Persons of the team: the record behind the opaque token of `Authorization: Bearer`. */
@Injectable()
export class PersonStrategy extends PassportStrategy(Strategy, 'person') {
  validate(request: FastifyRequest): Caller | false {
    const { admission } = getRequestContext(request);
    return toPerson(admission.session, admission.now) ?? false;
  }
}

/** Buyers of a pass or plan: the record behind the random value of their cookie. */
@Injectable()
export class PassStrategy extends PassportStrategy(Strategy, 'pass') {
  validate(request: FastifyRequest): Caller | false {
    const { admission } = getRequestContext(request);
    const answer = readPassRecord(admission.pass, admission.now);
    return typeof answer === 'object' && answer;
  }
}

/** Identifies the caller: a person of the team by token, a buyer by cookie, or anonymous. */
@Injectable()
export class CallerGuard extends AuthGuard(['person', 'pass']) {
  /** Credentials that are not valid count as none. */
  override handleRequest<User = Caller>(
    error: Error | null,
    caller: Caller | false,
    _info: unknown,
    context: ExecutionContext,
  ): User {
    if (error) throw error;
    const requestContext = getRequestContext(context.switchToHttp().getRequest<FastifyRequest>());
    requestContext.caller = caller || ANONYMOUS_CALLER;
    return requestContext.caller as User;
  }
}

/** Allows what the route's row of the authorisation table allows. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly cookies: Cookies,
    private readonly passClient: PassClient,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const requestContext = getRequestContext(request);
    const { contract } = requestContext;
    // Only the handler of unknown routes has no contract.
    if (!contract) return true;
    const reason = contract.access.anonymous
      ? 'none'
      : await this.passClient.restorePass(requestContext);
    const { subject, confirmedAt = 0 } = requestContext.caller;
    const isAnonymous = subject.role === 'anonymous';
    if (isAnonymous) this.cookies.clearEndedPass(http.getResponse<FastifyReply>(), reason);
    // A token that no session has is that of a session that has ended.
    const hasToken = bearerToken(request.headers.authorization) !== undefined;
    if (!isAllowed(contract.access, subject))
      throw isAnonymous
        ? new DomainError('ACCESS_REQUIRED', { reason: hasToken ? 'ended' : reason })
        : new DomainError('FORBIDDEN');
    const isConfirmed = requestContext.now - confirmedAt <= CONFIRMATION_MS;
    if (contract.confirmed && isPerson(subject) && !isConfirmed)
      throw new DomainError('CONFIRMATION_REQUIRED');
    // A page of another site cannot send our Bearer token, so only cookies need proof.
    if (contract.cookieAuthorised && !isPerson(subject)) {
      const { refresh, pass } = this.cookies.read(request);
      if (refresh !== undefined || pass !== undefined)
        requireSameOrigin(request, this.config.PUBLIC_ORIGIN);
    }
    // A file may take longer than other bodies.
    if (contract.multipart) requestContext.releaseBodyTimeout();
    return true;
  }
}
