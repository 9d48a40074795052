import type { AppLogger } from '@ctdb/chassis';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from '../problems/problem.filter.js';
import type { ErrorHandlers } from './fastify-adapter.js';
import { routeNotFound, getPath } from './paths.js';
import { getRequestContext } from '../http/request-context.js';
import type { SecurityHeadersFor } from './security-headers.js';

/** Answers with a problem if a request fails outside of all handlers. */
export const createErrorHandlers = (
  headers: SecurityHeadersFor,
  logger: AppLogger,
): ErrorHandlers => {
  const answer = (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    // A path that the router cannot read is refused before any hook has run.
    if (!reply.hasHeader('x-request-id')) {
      reply
        .headers(headers(request).api)
        .header('x-request-id', getRequestContext(request).requestId);
    }
    void sendProblem(error, request, reply, logger);
  };
  return {
    onError: answer,
    onUnknown: (request, reply) =>
      answer(routeNotFound(request.method, getPath(request.url)), request, reply),
  };
};
