import { runInContext } from '@ctdb/chassis';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Gatekeeper } from '../access/gatekeeper.js';
import type { AccessLog } from './access-log.js';
import { limitBodyTime } from './body-time.js';
import { compressAnswer, isCompressible } from './compress.js';
import { edgeOf, type Edge } from './edge.js';
import { isReserved, pathOf } from './paths.js';
import type { SecurityHeaders } from './security-headers.js';

/** What the hooks work with. */
export interface HookParts {
  readonly gatekeeper: Gatekeeper;
  readonly headers: SecurityHeaders;
  /** Whether the process is about to stop. */
  readonly isDraining: () => boolean;
  readonly log: AccessLog;
}

/** What is known of `request` as soon as the router has found its handler. */
const begin = (request: FastifyRequest): Edge => {
  const edge = edgeOf(request);
  // The framework makes these options anew whenever it is asked for them.
  const { url, config } = request.routeOptions;
  edge.pattern = url;
  edge.contract = config.contract;
  edge.isCall = edge.contract !== undefined || isReserved(pathOf(request.url));
  return edge;
};

/** What is done for every request, whoever answers it. */
export const installHooks = (server: FastifyInstance, parts: HookParts): void => {
  const { gatekeeper, headers, isDraining, log } = parts;
  server.decorateRequest('edge', undefined);
  server.addHook('onRequest', (request, reply, done) => {
    const edge = begin(request);
    reply.header('x-request-id', edge.requestId);
    const release = limitBodyTime(request.raw, reply.raw);
    if (!edge.isCall) {
      reply.headers(headers.page);
      done();
      return;
    }
    reply.headers(headers.api).header('cache-control', 'no-store');
    gatekeeper.check(request, reply, edge).then(() => {
      // Whoever may send files has the time that they take.
      if (edge.contract?.multipart) release();
      done();
    }, done);
  });
  server.addHook('preHandler', (request, _reply, done) => {
    runInContext(edgeOf(request).logContext(), done);
  });
  server.addHook('onSend', (request, reply, payload, done) => {
    if (isDraining()) reply.header('connection', 'close');
    if (edgeOf(request).isCall && isCompressible(reply, payload)) {
      compressAnswer(request, reply, payload).then((compressed) => done(null, compressed), done);
    } else {
      done(null, payload);
    }
  });
  server.addHook('onResponse', (request, reply, done) => {
    log.write(edgeOf(request), request.method, reply.statusCode);
    done();
  });
};
