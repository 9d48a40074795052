import type { Server } from 'node:http';
import { type RouteContract, routes } from '@ctdb/contracts';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type {
  FastifyHttpOptions,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RouteOptions,
} from 'fastify';
import { HttpReply } from '../http/http-reply.js';
import { routerPath } from '../http/route.decorator.js';
import { publicPatterns } from './paths.js';

/** What answers the requests that no handler answers. */
export interface ErrorHandlers {
  onError(error: unknown, request: FastifyRequest, reply: FastifyReply): void;
  onUnknown(request: FastifyRequest, reply: FastifyReply): void;
}

const assertListedRoute = ({ url, config }: RouteOptions): void => {
  if (config?.contract || publicPatterns.includes(url)) return;
  throw new Error(`The route ${url} has no row in the authorisation table`);
};

/**
 * Nest on Fastify, with three differences: a route without a row in the authorisation table is
 * refused at the start, failures outside of handlers are answered by us, and handlers may return an
 * {@link HttpReply}.
 */
export class GatewayFastifyAdapter extends FastifyAdapter {
  constructor(
    options: FastifyHttpOptions<Server>,
    private readonly fallbacks: ErrorHandlers,
  ) {
    // Nest's middleware engine costs time for every request, and there is no middleware.
    super({ ...options, skipMiddie: true });
    this.getInstance().addHook('onRoute', assertListedRoute);
  }

  /** @inheritdoc */
  override setErrorHandler(): ReturnType<FastifyAdapter['setErrorHandler']> {
    return this.getInstance().setErrorHandler((error, request, reply) =>
      this.fallbacks.onError(error, request, reply),
    );
  }

  /** @inheritdoc */
  override setNotFoundHandler(): ReturnType<FastifyAdapter['setNotFoundHandler']> {
    return this.getInstance().setNotFoundHandler((request, reply) =>
      this.fallbacks.onUnknown(request, reply),
    );
  }

  /** @inheritdoc */
  override reply(
    response: FastifyReply,
    body: unknown,
    statusCode?: number,
  ): ReturnType<FastifyAdapter['reply']> {
    if (!(body instanceof HttpReply)) return super.reply(response, body, statusCode);
    response.headers(body.headers);
    return super.reply(response, body.body, body.status ?? statusCode);
  }
}

/** Throws unless every row of the authorisation table has a handler. */
export const assertAllRoutesHandled = (server: FastifyInstance): void => {
  const missing = Object.entries<RouteContract>(routes)
    .filter(([, { method, path }]) => !server.hasRoute({ method, url: routerPath(path) }))
    .map(([id]) => id);
  if (missing.length > 0) throw new Error(`Routes without a handler: ${missing.join(', ')}`);
};
