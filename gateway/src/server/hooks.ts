import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { runInContext, Tracing } from '@ctdb/chassis';
import { routes } from '@ctdb/contracts';
import {
  type BeforeApplicationShutdown,
  type INestApplication,
  Inject,
  Injectable,
} from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpAdapterHost } from '@nestjs/core';
import { RegistryTagsReader } from '../catalog/registry-tags.js';
import { AccessLog } from './access-log.js';
import { AttemptLog } from './attempt-log.js';
import { type ClientErrorHandler, limitBodyDuration } from './client-errors.js';
import { VARY_BY_ENCODING } from '../http/compressible-body.js';
import { getPath, isOtherPath, isReserved, routeNotFound } from './paths.js';
import { getRequestContext, type RequestContext } from '../http/request-context.js';
import type { SecurityHeadersFor } from './security-headers.js';
import { SourceHashes } from './source-hashes.js';
import { GATEWAY_CONFIG, type GatewayConfig } from '../config.js';

/** After the drain, running requests have this long until their connections are closed by force. */
const FORCE_CLOSE_DELAY_MS = 13_000;

/**
 * After a stop signal the gateway still answers for `DRAIN_MS`, but closes each connection with its next
 * response, so that no request fails. Then it stops listening and finishes the running requests.
 */
@Injectable()
export class Draining implements BeforeApplicationShutdown {
  /** Whether clients must close their connections. */
  isDraining = false;

  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
  ) {}

  async beforeApplicationShutdown(): Promise<void> {
    this.isDraining = true;
    const server = this.host.httpAdapter.getHttpServer() as Server;
    const { DRAIN_MS } = this.config;
    setTimeout(() => server.closeAllConnections(), DRAIN_MS + FORCE_CLOSE_DELAY_MS).unref();
    await pause(DRAIN_MS);
  }
}

const FIRST_FAILURE = 500;

const registryContracts = new Set<unknown>([routes.listDiseases, routes.getDisease]);

/** Sets what is known of `request` as soon as the router has found its handler. */
const startRequest = (request: FastifyRequest, path: string): RequestContext => {
  const requestContext = getRequestContext(request);
  // The framework makes these options anew whenever it is asked for them.
  const { url, config } = request.routeOptions;
  requestContext.pattern = url;
  requestContext.contract = config.contract;
  requestContext.isApiRequest = requestContext.contract !== undefined || isReserved(path);
  return requestContext;
};

/** Begins the span of a request, where its trace is exported. Not with its path, which may contain personal data. */
const startTrace = (tracing: Tracing, method: string, requestContext: RequestContext): void => {
  const route = requestContext.pattern ?? 'none';
  const attributes = { 'http.request.method': method, 'http.route': route };
  const start = { name: `${method} ${route}`, kind: 'server', attributes } as const;
  requestContext.span = tracing.startTrace(start, requestContext.traceparent);
  if (requestContext.span) requestContext.traceparent = requestContext.span.traceparent;
};

/** Installs the hooks that run for every request, of the API and of the site. */
export const registerHooks = (
  server: FastifyInstance,
  app: INestApplication,
  headers: SecurityHeadersFor,
  onClientError: ClientErrorHandler,
): void => {
  const attempts = app.get(AttemptLog);
  const draining = app.get(Draining);
  const log = app.get(AccessLog);
  const sources = app.get(SourceHashes);
  const tags = app.get(RegistryTagsReader);
  const tracing = app.get(Tracing);
  server.decorateRequest('requestContext', undefined);
  server.addHook('onRequest', (request, reply, done) => {
    const path = getPath(request.url);
    const requestContext = startRequest(request, path);
    startTrace(tracing, request.method, requestContext);
    reply.header('x-request-id', requestContext.requestId);
    // Read while the guards work.
    if (registryContracts.has(requestContext.contract)) requestContext.registryTags = tags.read();
    requestContext.releaseBodyTimeout = limitBodyDuration(request, reply.raw, onClientError);
    const { api, page } = headers(request);
    reply.headers(requestContext.isApiRequest ? api : page);
    if (requestContext.isApiRequest)
      reply.headers({ 'cache-control': 'no-store', vary: VARY_BY_ENCODING });
    // `PUT /api/treatments/notes` fits the template `/api/treatments/{id}`. Of QUERY, which no route
    // has, Fastify demands a content type before it calls a handler.
    const isUnknown =
      request.method === 'QUERY' || isOtherPath(path, requestContext.contract?.path ?? '');
    done(isUnknown ? routeNotFound(request.method, path) : undefined);
  });
  server.addHook('preHandler', (request, _reply, done) => {
    runInContext(getRequestContext(request).logContext(), done);
  });
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (draining.isDraining) reply.header('connection', 'close');
    done(null, payload);
  });
  server.addHook('onResponse', (request, reply, done) => {
    const requestContext = getRequestContext(request);
    const source = sources.hashRequest(request, requestContext);
    log.write(requestContext, { method: request.method, status: reply.statusCode, source });
    attempts.record(requestContext, source);
    const status = reply.statusCode;
    requestContext.span?.end({
      attributes: { 'http.response.status_code': status },
      failure: status >= FIRST_FAILURE ? String(status) : undefined,
    });
    done();
  });
};
