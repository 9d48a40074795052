import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Gatekeeper } from '../access/gatekeeper.js';
import { compressAnswers } from './compress.js';
import { edgeOf } from './edge.js';
import { isReserved, pathOf } from './paths.js';
import type { SecurityHeaders } from './security-headers.js';

/** What the hooks work with. */
export interface HookParts {
  readonly gatekeeper: Gatekeeper;
  readonly headers: SecurityHeaders;
  /** Whether the process is about to stop. */
  readonly isDraining: () => boolean;
  readonly log: (request: FastifyRequest, reply: FastifyReply) => void;
}

/** Whether a request is for the API rather than for a page or one of its files. */
const isCall = (request: FastifyRequest): boolean => {
  const { contract } = request.routeOptions.config;
  return contract !== undefined || isReserved(pathOf(request.url));
};

/** What is done for every request, whoever answers it. */
export const installHooks = (server: FastifyInstance, parts: HookParts): void => {
  const { gatekeeper, headers, isDraining, log } = parts;
  server.decorateRequest('edge', undefined);
  server.addHook('onRequest', async (request, reply) => {
    const edge = edgeOf(request);
    reply.header('x-request-id', edge.requestId);
    if (isDraining()) reply.header('connection', 'close');
    if (!isCall(request)) {
      reply.headers(headers.page);
      return;
    }
    reply.headers(headers.api).header('cache-control', 'no-store');
    await gatekeeper.check(request, reply, request.routeOptions.config.contract);
  });
  server.addHook('onSend', async (request, reply, payload) =>
    isCall(request) ? compressAnswers(request, reply, payload) : payload,
  );
  server.addHook('onResponse', async (request, reply) => log(request, reply));
};
