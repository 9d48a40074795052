import type { Server } from 'node:http';
import type { AppLogger } from '@ctdb/chassis';
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
import { getRequestContext } from '../http/request-context.js';
import { routerPath } from '../http/route.js';
import { sendProblem } from '../problems/problem.filter.js';
import { getPath, publicPatterns, routeNotFound } from './paths.js';
import type { SecurityHeadersFor } from './security-headers.js';

/** Answers a request that fails outside of all handlers. */
export type FailureHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;

/** Answers such requests with problems. */
export const createFailureHandler =
  (headers: SecurityHeadersFor, logger: AppLogger): FailureHandler =>
  (error, request, reply) => {
    // A path that the router cannot read is refused before any hook has run.
    if (!reply.hasHeader('x-request-id')) {
      reply
        .headers(headers(request).api)
        .header('x-request-id', getRequestContext(request).requestId);
    }
    void sendProblem(error, request, reply, logger);
  };

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
    private readonly answerFailure: FailureHandler,
  ) {
    // Nest's middleware engine costs time for every request, and there is no middleware.
    super({ ...options, skipMiddie: true });
    this.getInstance().addHook('onRoute', assertListedRoute);
  }

  /** @inheritdoc */
  override setErrorHandler(): ReturnType<FastifyAdapter['setErrorHandler']> {
    return this.getInstance().setErrorHandler(this.answerFailure);
  }

  /** @inheritdoc */
  override setNotFoundHandler(): ReturnType<FastifyAdapter['setNotFoundHandler']> {
    return this.getInstance().setNotFoundHandler((request, reply) =>
      this.answerFailure(routeNotFound(request.method, getPath(request.url)), request, reply),
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
