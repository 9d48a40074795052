import { AppLogger } from '@ctdb/chassis';
import fastifyCookie from '@fastify/cookie';
import fastifyMultipart from '@fastify/multipart';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { type GatewayConfig, loadGatewayConfig } from './config.js';
import { GatewayModule } from './gateway.module.js';
import { registerBodyParsers } from './http/body.js';
import { AccessLog } from './server/access-log.js';
import { registerCompression } from './server/compression.js';
import { Draining } from './server/draining.js';
import { createErrorHandlers, type LoggingErrorHandlers } from './server/error-handlers.js';
import { GatewayFastifyAdapter, assertAllRoutesHandled } from './server/fastify-adapter.js';
import { registerHooks } from './server/hooks.js';
import { securityHeaders, type SecurityHeaders } from './server/security-headers.js';
import { serverOptions } from './server/server-options.js';
import { ActiveReleasePoller } from './site/active-release-poller.js';
import { siteHandler } from './site/site-handler.js';
import { SiteStore } from './site/site-store.js';

interface GatewayParts {
  readonly config: GatewayConfig;
  readonly headers: SecurityHeaders;
  readonly fallbacks: LoggingErrorHandlers;
}

const configureGateway = async (
  app: NestFastifyApplication,
  parts: GatewayParts,
): Promise<void> => {
  const { headers } = parts;
  const logger = app.get(AppLogger);
  app.useLogger(logger);
  parts.fallbacks.use(logger);
  const server = app.getHttpAdapter().getInstance();
  await server.register(fastifyCookie);
  registerBodyParsers(server);
  await server.register(fastifyMultipart);
  const draining = app.get(Draining);
  await registerCompression(server);
  registerHooks(server, {
    headers,
    isDraining: () => draining.isDraining,
    log: app.get(AccessLog),
  });
  const site = app.get(SiteStore);
  await site.load();
  const hasPayPal = parts.config.PAYPAL_CLIENT_ID !== undefined;
  const releases = app.get(ActiveReleasePoller);
  const payments = hasPayPal ? headers : undefined;
  server.get('/*', { compress: false }, siteHandler({ site, releases, payments }));
  await app.init();
  assertAllRoutesHandled(server);
};

/** Creates the gateway from the environment; it does not listen yet. */
export const createGateway = async (
  module: Type = GatewayModule,
): Promise<NestFastifyApplication> => {
  const config = loadGatewayConfig();
  const headers = securityHeaders(config.PUBLIC_ORIGIN);
  const unhandled = createErrorHandlers(headers);
  const adapter = new GatewayFastifyAdapter(serverOptions(config, unhandled), unhandled);
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    bodyParser: false,
    bufferLogs: true,
    abortOnError: false,
  });
  try {
    await configureGateway(app, { config, headers, fallbacks: unhandled });
    return app;
  } catch (error) {
    await app.close();
    throw error;
  }
};
