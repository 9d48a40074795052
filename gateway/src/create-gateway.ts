import type { Server } from 'node:http';
import { constants } from 'node:zlib';
import { AppLogger } from '@ctdb/chassis';
import fastifyCookie from '@fastify/cookie';
import fastifyMultipart from '@fastify/multipart';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { MAX_JSON_BODY_BYTES } from '@ctdb/contracts';
import type { FastifyHttpOptions, FastifyInstance, onSendHookHandler } from 'fastify';
import fastifyCompress from '@fastify/compress';
import { isLocalInstall } from './http/same-origin.js';
import { isBehindProxy, loadGatewayConfig } from './config.js';
import { GatewayModule } from './gateway.module.js';
import { ActiveSite } from './info/active-site.js';
import { registerBodyParsers } from './http/body.js';
import { createClientErrorHandler, MAX_HEADER_BYTES } from './server/client-errors.js';
import {
  assertAllRoutesHandled,
  createFailureHandler,
  GatewayFastifyAdapter,
} from './server/fastify-adapter.js';
import { registerHooks } from './server/hooks.js';
import { securityHeaders } from './server/security-headers.js';
import { PageRenderer } from './site/page-renderer.js';
import { siteHandler } from './site/site-handler.js';
import { SiteStore } from './site/site-store.js';
import { parseQueryString } from './http/query-string.js';
import { encodings, MIN_COMPRESSIBLE_BYTES } from './http/compressible-body.js';

/** Larger bodies are compressed off the main thread, which costs more for each. */
const MAX_SYNC_BYTES = 65_536;

/** A compressed body has other bytes, so its tag may only be compared weakly. */
const weakenEtag: onSendHookHandler = (_request, reply, payload, done) => {
  const etag = reply.getHeader('etag');
  const isStrong = typeof etag === 'string' && !etag.startsWith('W/');
  if (isStrong && reply.hasHeader('content-encoding')) reply.header('etag', `W/${etag}`);
  done(null, payload);
};

/** Compresses the responses of routes that are registered later, at the cheapest levels. */
const registerCompression = async (server: FastifyInstance): Promise<void> => {
  await server.register(fastifyCompress, {
    globalDecompression: false,
    encodings: [...encodings],
    threshold: MIN_COMPRESSIBLE_BYTES,
    syncThreshold: MAX_SYNC_BYTES,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
    zlibOptions: { level: 1 },
  });
  // Only a hook of the route runs after the plugin's.
  server.addHook('onRoute', (route) => {
    route.onSend = [route.onSend ?? [], weakenEtag].flat();
  });
};

/** A request's head must have arrived within this time. */
const HEADERS_TIMEOUT_MS = 30_000;
/** A whole request must; 10 MB do so at 300 kbit/s. Other bodies have less, see `limitBodyDuration`. */
const REQUEST_TIMEOUT_MS = 300_000;
/** Longer than what proxies keep a connection open for. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000;

/** Creates the gateway from the environment; it does not listen yet. */
export const createGateway = async (
  module: Type = GatewayModule,
): Promise<NestFastifyApplication> => {
  const config = loadGatewayConfig();
  const headers = securityHeaders(config);
  const logger = new AppLogger('gateway', process.env['LOG_LEVEL'] ?? 'info');
  if (isBehindProxy(config) && isLocalInstall(config.PUBLIC_ORIGIN))
    logger.warn(
      'PUBLIC_ORIGIN is the default behind a proxy: set it to the address in browsers, or their requests may be refused and cookies may lack protection',
      { event: 'public-origin-default' },
    );
  const answerFailure = createFailureHandler(headers, logger);
  const onClientError = createClientErrorHandler(headers, logger);
  const options: FastifyHttpOptions<Server> = {
    trustProxy: config.TRUST_PROXY,
    bodyLimit: MAX_JSON_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    // A request on a connection that is about to close is still answered.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    clientErrorHandler: onClientError,
    frameworkErrors: answerFailure,
    http: { maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: HEADERS_TIMEOUT_MS },
    // The head is limited already; an id of any length is refused by its form.
    routerOptions: { maxParamLength: MAX_HEADER_BYTES, querystringParser: parseQueryString },
  };
  const adapter = new GatewayFastifyAdapter(options, answerFailure);
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    bodyParser: false,
    bufferLogs: true,
    abortOnError: false,
  });
  try {
    app.useLogger(app.get(AppLogger));
    const server = app.getHttpAdapter().getInstance();
    await server.register(fastifyCookie);
    registerBodyParsers(server);
    await server.register(fastifyMultipart);
    await registerCompression(server);
    registerHooks(server, app, headers, onClientError);
    const site = app.get(SiteStore);
    await site.load();
    const active = app.get(ActiveSite);
    const payments = config.PAYPAL_CLIENT_ID === undefined ? undefined : headers;
    const pages = app.get(PageRenderer);
    server.get('/*', { compress: false }, siteHandler({ config, site, pages, active, payments }));
    await app.init();
    assertAllRoutesHandled(server);
    return app;
  } catch (error) {
    await app.close();
    throw error;
  }
};
