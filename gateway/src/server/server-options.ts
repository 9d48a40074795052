import type { Server } from 'node:http';
import { MAX_JSON_BODY_BYTES } from '@ctdb/contracts';
import type { FastifyHttpOptions } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { parseQueryString } from '../http/query-string.js';
import { type ClientErrorHandler, MAX_HEADER_BYTES } from './client-errors.js';
import type { FailureHandler } from './fastify-adapter.js';

/** A request's head must have arrived within this time. */
const HEADERS_TIMEOUT_MS = 30_000;
/** A whole request must; 10 MB do so at 300 kbit/s. Other bodies have less, see `limitBodyDuration`. */
const REQUEST_TIMEOUT_MS = 300_000;
/** Longer than what proxies keep a connection open for. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000;

/** How the HTTP server is set up. */
export const serverOptions = (
  config: GatewayConfig,
  answerFailure: FailureHandler,
  clientErrorHandler: ClientErrorHandler,
): FastifyHttpOptions<Server> => ({
  trustProxy: config.TRUST_PROXY,
  bodyLimit: MAX_JSON_BODY_BYTES,
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  // A request on a connection that is about to close is still answered.
  return503OnClosing: false,
  forceCloseConnections: 'idle',
  clientErrorHandler,
  frameworkErrors: answerFailure,
  http: { maxHeaderSize: MAX_HEADER_BYTES, headersTimeout: HEADERS_TIMEOUT_MS },
  // The head is limited already; an id of any length is refused by its form.
  routerOptions: { maxParamLength: MAX_HEADER_BYTES, querystringParser: parseQueryString },
});
