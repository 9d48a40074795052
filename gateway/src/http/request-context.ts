import { randomUUID } from 'node:crypto';
import {
  type CallContext,
  clientTraceparent,
  type MessageContext,
  parseIpAddress,
  type Span,
} from '@ctdb/chassis';
import {
  ANONYMOUS,
  DEFAULT_DEADLINE_MS,
  DomainError,
  type ErrorCode,
  type Locale,
  locales,
  type QuotaClass,
  type RegistryTags,
  type RouteContract,
  type Subject,
} from '@ctdb/contracts';
import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

// Safe in headers, logs and messages.
const idPattern = /^[A-Za-z0-9._-]{8,100}$/;

/** The id that a client gave its request, where it is harmless; kept beside ours in the access log. */
const readClientRequestId = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' && idPattern.test(header) ? header : undefined;

/** The product's language that `Accept-Language` prefers; English if none fits. */
export const negotiateLocale = (header: string | undefined): Locale => {
  // The product's own client sends one language, most programs send none.
  if (header === undefined || header === 'en') return 'en';
  if (header === 'kn') return 'kn';
  const negotiator = new Negotiator({ headers: { 'accept-language': header } });
  return (negotiator.language(locales) as Locale | undefined) ?? locales[0];
};

declare module 'fastify' {
  interface FastifyRequest {
    requestContext?: RequestContext;
  }
  interface FastifyContextConfig {
    /** The row of the authorisation table that this route is. */
    contract?: RouteContract;
  }
}

/**
 * Who a request is from; `expiresAt` (milliseconds since the epoch, by the clock of Redis) is when
 * the access ends, `confirmedAt` when a person of the team last gave password or second factor.
 */
export interface Caller {
  readonly subject: Subject;
  readonly expiresAt?: number;
  readonly confirmedAt?: number | undefined;
}

export const ANONYMOUS_CALLER: Caller = { subject: ANONYMOUS };

/** A limit that a request is counted by. */
export interface RateLimit {
  readonly name: 'minute' | QuotaClass;
  readonly windowMs: number;
  /** Requests in this window, this one included. */
  readonly used: number;
  readonly limit: number;
  readonly windowLeftMs: number;
}

/** Describes what Redis knows of a request. */
export interface AdmissionResult {
  /** Unparsed records; null if there is none. */
  readonly session: string | null;
  readonly pass: string | null;
  /** That of a minute, and the quota of a pass. */
  readonly limits: readonly RateLimit[];
  /** The time of Redis, in milliseconds since the epoch. */
  readonly now: number;
}

/** Describes what we know of a request besides its contents. */
export class RequestContext {
  readonly startedAt = performance.now();
  /** Always our own: a client's may be repeated, or chosen to look like another's. */
  readonly requestId = randomUUID();
  readonly clientRequestId: string | undefined;
  traceparent: string;
  /** Set where its trace is exported. */
  span: Span | undefined;
  /** The router's pattern that the path fits, and its row in the authorisation table. */
  pattern: string | undefined;
  contract: RouteContract | undefined;
  /** Whether it asks the API, rather than for a page or one of its files. */
  isApiRequest = false;
  caller: Caller = ANONYMOUS_CALLER;
  /** Describes what the catalog holds, of a route that is answered from memory; read since the request came. */
  registryTags: Promise<Partial<RegistryTags>> | undefined;
  /** SHA-256 of the browser's own token, in hex; absent where it has none. */
  browserTokenHash: string | undefined;
  /** Ends the time limit of the body, so that only the server's own limit applies. */
  releaseBodyTimeout: () => void = () => undefined;
  /** Why it was refused. */
  errorCode: ErrorCode | undefined;
  private admitted: AdmissionResult | undefined;
  private admittedAt = 0;
  private readonly acceptLanguage: string | undefined;

  constructor({ headers }: Pick<FastifyRequest, 'headers'>) {
    this.clientRequestId = readClientRequestId(headers['x-request-id']);
    this.traceparent = clientTraceparent(headers['traceparent']?.toString());
    this.acceptLanguage = headers['accept-language'];
  }

  /** Holds what Redis knows of the request; set by the first guard. */
  get admission(): AdmissionResult {
    if (!this.admitted) throw new Error('the request is not admitted yet');
    return this.admitted;
  }

  set admission(admission: AdmissionResult) {
    this.admitted = admission;
    this.admittedAt = performance.now();
  }

  /** The time by the clock of Redis, in milliseconds since the epoch. */
  get now(): number {
    return this.admission.now + (performance.now() - this.admittedAt);
  }

  get locale(): Locale {
    return negotiateLocale(this.acceptLanguage);
  }

  /** On whose behalf services are called. */
  callContext(): CallContext {
    const { caller, requestId, traceparent, locale } = this;
    return { subject: caller.subject, requestId, traceparent, locale };
  }

  /** Returns what log lines that are written for this request carry. */
  logContext(): MessageContext {
    const deadline = Date.now() + DEFAULT_DEADLINE_MS;
    return { ...this.callContext(), deadline, commandId: this.requestId };
  }
}

/** Returns what we know of `request`; made on the first question. */
export const getRequestContext = (request: FastifyRequest): RequestContext =>
  (request.requestContext ??= new RequestContext(request));

/** The hash of the browser's own token. Throws `toError()` without one: such a browser has no practice. */
export const requireBrowser = (
  request: FastifyRequest,
  toError = (): DomainError => new DomainError('NOT_FOUND', { kind: 'order' }),
): string => {
  const { browserTokenHash } = getRequestContext(request);
  if (browserTokenHash === undefined) throw toError();
  return browserTokenHash;
};

/** The client's IP address; behind trusted proxies the one that they report. */
export const clientAddress = (request: FastifyRequest): string =>
  parseIpAddress(request.ip) ?? parseIpAddress(request.socket.remoteAddress) ?? 'unknown';
