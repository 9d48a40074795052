import { AppLogger } from '@ctdb/chassis';
import type { Type } from '@nestjs/common';
import fastifyCookie from '@fastify/cookie';
import fastifyMultipart from '@fastify/multipart';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { loadGatewayConfig, type GatewayConfig } from './config.js';
import { AccessLog } from './edge/access-log.js';
import { Draining } from './edge/draining.js';
import { EdgeAdapter } from './edge/edge-adapter.js';
import { fallbacks, type LoggedFallbacks } from './edge/fallbacks.js';
import { installHooks } from './edge/hooks.js';
import { passBodiesOn } from './http/body.js';
import { requireAllRoutes } from './edge/route-coverage.js';
import { securityHeaders, type SecurityHeaders } from './edge/security-headers.js';
import { serverOptions } from './edge/server-options.js';
import { GatewayModule } from './gateway.module.js';
import { ReleaseWatch } from './site/release-watch.js';
import { SiteFiles } from './site/site-files.js';
import { siteHandler } from './site/site-handler.js';

interface Parts {
  readonly config: GatewayConfig;
  readonly headers: SecurityHeaders;
  readonly fallbacks: LoggedFallbacks;
}

const setUp = async (app: NestFastifyApplication, parts: Parts): Promise<void> => {
  const { headers } = parts;
  const logger = app.get(AppLogger);
  app.useLogger(logger);
  parts.fallbacks.use(logger);
  const server = app.getHttpAdapter().getInstance();
  await server.register(fastifyCookie);
  passBodiesOn(server);
  await server.register(fastifyMultipart);
  const draining = app.get(Draining);
  installHooks(server, {
    headers,
    isDraining: () => draining.isOn,
    log: app.get(AccessLog),
  });
  const site = app.get(SiteFiles);
  await site.load();
  const hasPayPal = parts.config.PAYPAL_CLIENT_ID !== undefined;
  const releases = app.get(ReleaseWatch);
  const payments = hasPayPal ? headers : undefined;
  server.get('/*', siteHandler({ site, releases, payments }));
  await app.init();
  requireAllRoutes(server);
};

/** Creates the gateway from the environment; it does not listen yet. */
export const createGateway = async (
  module: Type = GatewayModule,
): Promise<NestFastifyApplication> => {
  const config = loadGatewayConfig();
  const headers = securityHeaders(config.PUBLIC_ORIGIN);
  const unhandled = fallbacks(headers);
  const adapter = new EdgeAdapter(serverOptions(config, unhandled), unhandled);
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    bodyParser: false,
    bufferLogs: true,
    abortOnError: false,
  });
  try {
    await setUp(app, { config, headers, fallbacks: unhandled });
    return app;
  } catch (error) {
    await app.close();
    throw error;
  }
};
