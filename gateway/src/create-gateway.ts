import { AppLogger } from '@ctdb/chassis';
import fastifyCookie from '@fastify/cookie';
import fastifyMultipart from '@fastify/multipart';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { isLocalInstall } from './http/same-origin.js';
import { type GatewayConfig, isBehindProxy, loadGatewayConfig } from './config.js';
import { GatewayModule } from './gateway.module.js';
import { ActiveSite } from './info/active-site.js';
import { registerBodyParsers } from './http/body.js';
import { type ClientErrorHandler, createClientErrorHandler } from './server/client-errors.js';
import { registerCompression } from './server/compression.js';
import {
  assertAllRoutesHandled,
  createFailureHandler,
  GatewayFastifyAdapter,
} from './server/fastify-adapter.js';
import { registerHooks } from './server/hooks.js';
import { securityHeaders, type SecurityHeadersFor } from './server/security-headers.js';
import { serverOptions } from './server/server-options.js';
import { PageRenderer } from './site/page-renderer.js';
import { siteHandler } from './site/site-handler.js';
import { SiteStore } from './site/site-store.js';

const configureGateway = async (
  app: NestFastifyApplication,
  config: GatewayConfig,
  headers: SecurityHeadersFor,
  onClientError: ClientErrorHandler,
): Promise<void> => {
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
};

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
  const options = serverOptions(config, answerFailure, onClientError);
  const adapter = new GatewayFastifyAdapter(options, answerFailure);
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    bodyParser: false,
    bufferLogs: true,
    abortOnError: false,
  });
  try {
    await configureGateway(app, config, headers, onClientError);
    return app;
  } catch (error) {
    await app.close();
    throw error;
  }
};
