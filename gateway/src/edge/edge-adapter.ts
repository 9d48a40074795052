import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyHttpOptions, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { Server } from 'node:http';
import { Answer } from '../http/answer.js';
import { publicPatterns } from './paths.js';

/** What answers the requests that no handler answers. */
export interface Fallbacks {
  onError(error: unknown, request: FastifyRequest, reply: FastifyReply): void;
  onUnknown(request: FastifyRequest, reply: FastifyReply): void;
}

const refuseUnlisted = ({ url, config }: RouteOptions): void => {
  if (config?.contract || publicPatterns.includes(url)) return;
  throw new Error(`The route ${url} has no row in the authorisation table`);
};

/**
 * Nest on Fastify, with three differences: a route without a row in the authorisation table is
 * refused at the start, failures outside of handlers are answered by us, and handlers may return an
 * {@link Answer}.
 */
export class EdgeAdapter extends FastifyAdapter {
  constructor(
    options: FastifyHttpOptions<Server>,
    private readonly fallbacks: Fallbacks,
  ) {
    // Nest's middleware engine costs time for every request, and there is no middleware.
    super({ ...options, skipMiddie: true });
    this.getInstance().addHook('onRoute', refuseUnlisted);
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
    if (!(body instanceof Answer)) return super.reply(response, body, statusCode);
    response.headers(body.headers);
    return super.reply(response, body.body, body.status ?? statusCode);
  }
}
