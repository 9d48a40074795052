import type { RouteContract } from '@ctdb/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';
import type { Edge } from '../edge/edge.js';
import { Admission } from './admission.js';
import { Attempt, Credentials } from './attempt.js';
import { Authenticator } from './authenticator.js';
import { requireAccess } from './authorise.js';
import { Cookies, type OurCookies } from './cookies.js';
import { Ledger } from './ledger.js';
import { addressOf, networkOf } from './network.js';
import { requireOwnOrigin } from './own-origin.js';
import { rateHeaders, requireRate } from './rate-headers.js';

/** The client's address; behind proxies that we trust, the one that they tell. */
export const clientAddress = (request: FastifyRequest): string =>
  addressOf(request.ip) ?? addressOf(request.socket.remoteAddress) ?? 'unknown';

/** What an image of a page proves itself with, for it sends cookies alone. */
const imageAuthorization = (
  route: RouteContract | undefined,
  { uploads }: OurCookies,
): string | undefined => (route?.binary && uploads !== undefined ? `Bearer ${uploads}` : undefined);

/** Decides on every call of the API before its body is read: how often, who, whether, from where. */
@Injectable()
export class Gatekeeper {
  constructor(
    private readonly admission: Admission,
    private readonly authenticator: Authenticator,
    private readonly cookies: Cookies,
    private readonly ledger: Ledger,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
  ) {}

  /** Throws what the call is refused with, or notes who the caller is. */
  async check(request: FastifyRequest, reply: FastifyReply, edge: Edge): Promise<void> {
    const { headers } = request;
    // Absent where the path is none of ours.
    const { contract: route } = edge;
    const cookies = this.cookies.read(headers.cookie);
    const credentials = new Credentials(
      headers.authorization ?? imageAuthorization(route, cookies),
      cookies.pass,
    );
    const { sessionHash, passHash } = credentials;
    const admitted = await this.admission.admit({
      network: networkOf(clientAddress(request)),
      rate: route?.rate ?? 'default',
      sessionHash,
      passHash,
    });
    reply.headers(rateHeaders(admitted));
    requireRate(admitted);
    edge.setTime(admitted.now);
    edge.holder = passHash;
    const caller = this.authenticator.identify(new Attempt(credentials, admitted));
    if (caller) edge.caller = caller;
    if (!route) return;
    if (!caller && !route.access.anonymous) await this.ledger.resume(edge, admitted);
    const { subject } = edge.caller;
    requireAccess(route.access, subject);
    const hasCookie = cookies.refresh !== undefined || cookies.pass !== undefined;
    // A page of another site cannot send our Bearer token, so only cookies need proof.
    if (route.cookieAuthorised && subject.role !== 'admin' && hasCookie) {
      requireOwnOrigin(request, this.config.PUBLIC_ORIGIN);
    }
  }
}
