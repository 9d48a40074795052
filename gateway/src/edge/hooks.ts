import { runInContext } from '@ctdb/chassis';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AccessLog } from './access-log.js';
import { limitBodyTime } from './body-time.js';
import { compressAnswer, isCompressible } from './compress.js';
import { edgeOf, type Edge } from './edge.js';
import { isReserved, pathOf } from './paths.js';
import type { SecurityHeaders } from './security-headers.js';

/** What the hooks work with. */
export interface HookParts {
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

/** Installs the hooks that run for every request, of the API and of the site. */
export const installHooks = (server: FastifyInstance, parts: HookParts): void => {
  const { headers, isDraining, log } = parts;
  server.decorateRequest('edge', undefined);
  server.addHook('onRequest', (request, reply, done) => {
    const edge = begin(request);
    reply.header('x-request-id', edge.requestId);
    edge.releaseBodyTimeout = limitBodyTime(request.raw, reply.raw);
    reply.headers(edge.isCall ? headers.api : headers.page);
    if (edge.isCall) reply.header('cache-control', 'no-store');
    done();
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
