import { hash } from 'node:crypto';
import { RpcClient } from '@ctdb/chassis';
import {
  type AccessReason,
  DomainError,
  getCapabilities,
  isPerson,
  type PublicConfig,
  routes,
  type SessionState,
} from '@ctdb/contracts';
import { Controller, Inject } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BrowserTokens } from '../access/browser-tokens.js';
import { Cookies } from '../access/cookies.js';
import { PassClient } from '../access/pass-client.js';
import { isOwnPageGet } from '../http/same-origin.js';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import { revalidated } from '../http/http-reply.js';
import { type Inputs, Route } from '../http/route.js';
import { type Caller, getRequestContext } from '../http/request-context.js';
import { ActiveSite } from './active-site.js';
import { FeatureStatus } from './feature-status.js';

/**
 * The session state of a caller at the time `now` (milliseconds since the epoch).
 * @param reason why an anonymous caller has no access
 */
export const toSessionState = (
  { subject, expiresAt }: Caller,
  now: number,
  reason: AccessReason = 'none',
): SessionState => ({
  role: subject.role === 'owner' ? 'admin' : subject.role,
  capabilities: [...getCapabilities(subject)],
  ...(isPerson(subject) && { username: subject.name, personRole: subject.role }),
  ...(subject.role === 'pass' && {
    plan: subject.plan,
    practice: hash('sha256', subject.practice, 'base64url'),
  }),
  ...(subject.role === 'anonymous' && { reason }),
  ...(expiresAt !== undefined && {
    expiresAt: new Date(expiresAt).toISOString(),
    secondsLeft: Math.max(0, Math.ceil((expiresAt - now) / 1_000)),
  }),
});

/** The installation, the caller, and the disease that visitors read free of charge. */
@Controller()
export class InfoController {
  constructor(
    private readonly rpc: RpcClient,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly features: FeatureStatus,
    private readonly active: ActiveSite,
    private readonly passClient: PassClient,
    private readonly cookies: Cookies,
    private readonly tokens: BrowserTokens,
  ) {}

  @Route(routes.getConfig)
  getConfig({ context }: Inputs['getConfig']): Promise<PublicConfig> {
    return this.features.publicConfig(context);
  }

  @Route(routes.isDomainAllowed)
  async isDomainAllowed({ query }: Inputs['isDomainAllowed']) {
    await this.active.known();
    const allowed = [this.config.SITE_DOMAIN, this.active.shown?.domain];
    if (!allowed.includes(query.domain.toLowerCase()))
      throw new DomainError('NOT_FOUND', { kind: 'deployment' });
    return { allowed: true as const };
  }

  @Route(routes.getSession)
  async getSession({ request, reply }: Inputs['getSession']): Promise<SessionState> {
    const requestContext = getRequestContext(request);
    const reason = await this.findPass(request, reply);
    const { role } = requestContext.caller.subject;
    if (role === 'anonymous') this.cookies.clearEndedPass(reply, reason);
    return toSessionState(requestContext.caller, requestContext.now, reason);
  }

  @Route(routes.getFreeSample)
  async getFreeSample({ params, context, request }: Inputs['getFreeSample']) {
    const sample = await this.rpc.call(routes.getFreeSample, params, context);
    const etag = `W/"${hash('sha256', JSON.stringify(sample), 'base64url').slice(0, 22)}"`;
    // The sample may be another one at any time.
    return revalidated(sample, { etag, 'cache-control': 'no-cache' }, request);
  }

  @Route(routes.chooseFreeSample)
  chooseFreeSample({ params, context }: Inputs['chooseFreeSample']) {
    const choosing = this.rpc.call(routes.chooseFreeSample, params, context);
    return choosing.finally(() => this.features.forget());
  }

  @Route(routes.endFreeSample)
  async endFreeSample({ params, context }: Inputs['endFreeSample']): Promise<undefined> {
    const ending = this.rpc.call(routes.endFreeSample, params, context);
    await ending.finally(() => this.features.forget());
  }

  private async findPass(request: FastifyRequest, reply: FastifyReply): Promise<AccessReason> {
    const requestContext = getRequestContext(request);
    // A link or image of another site must not start what was paid for.
    if (!isOwnPageGet(request, this.config.PUBLIC_ORIGIN))
      return this.passClient.restorePass(requestContext);
    const { reason, hasActivated } = await this.passClient.claimPurchases(requestContext);
    if (hasActivated) await this.tokens.renewAfterClaim(request, reply);
    return reason;
  }
}
