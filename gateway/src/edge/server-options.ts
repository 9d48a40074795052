import type { FastifyHttpOptions } from 'fastify';
import type { Server } from 'node:http';
import type { GatewayConfig } from '../config.js';
import { MAX_JSON_BODY_BYTES } from '@ctdb/contracts';
import { parseQueryString } from '../http/query-string.js';
import { answerClientError, MAX_HEAD } from './client-errors.js';
import type { Fallbacks } from './edge-adapter.js';

/** A request's head must have arrived within this time. */
const HEAD_MS = 30_000;
/** A whole request must; 10 MB do so at 300 kbit/s. Other bodies have less, see `limitBodyTime`. */
const REQUEST_MS = 300_000;
/** Longer than what proxies keep a connection open for. */
const KEEP_ALIVE_MS = 72_000;

/** How the HTTP server is set up. */
export const serverOptions = (
  config: GatewayConfig,
  fallbacks: Fallbacks,
): FastifyHttpOptions<Server> => ({
  trustProxy: config.TRUST_PROXY,
  bodyLimit: MAX_JSON_BODY_BYTES,
  requestTimeout: REQUEST_MS,
  keepAliveTimeout: KEEP_ALIVE_MS,
  // A request on a connection that is about to close is still answered.
  return503OnClosing: false,
  forceCloseConnections: 'idle',
  clientErrorHandler: answerClientError,
  frameworkErrors: (error, request, reply) => fallbacks.onError(error, request, reply),
  http: { maxHeaderSize: MAX_HEAD, headersTimeout: HEAD_MS },
  // The head is limited already; an id of any length is refused by its form.
  routerOptions: { maxParamLength: MAX_HEAD, querystringParser: parseQueryString },
});
