import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { AppLogger } from '@ctdb/chassis';
import { DomainError } from '@ctdb/contracts';
import type { FastifyRequest } from 'fastify';
import { problemHeaders, toProblem } from '../problems/problem.js';
import type { SecurityHeadersFor } from './security-headers.js';

/** Largest head of a request (first line and headers), in bytes. */
export const MAX_HEADER_BYTES = 16_384;

const toClientError = (code: string | undefined): { error: DomainError; status: number } => {
  if (code === 'HPE_HEADER_OVERFLOW')
    return {
      error: new DomainError('PAYLOAD_TOO_LARGE', { limit: MAX_HEADER_BYTES }),
      status: 431,
    };
  const isLate = code === 'ERR_HTTP_REQUEST_TIMEOUT';
  return { error: new DomainError('MALFORMED_BODY'), status: isLate ? 408 : 400 };
};

/** Responds to a malformed HTTP request, of which only the connection may be known, and closes it. */
export type ClientErrorHandler = (
  error: NodeJS.ErrnoException,
  socket: Socket,
  request?: Pick<FastifyRequest, 'protocol'>,
) => void;

/** Logs what it refuses, without anything that the client has sent. */
export const createClientErrorHandler =
  (headersFor: SecurityHeadersFor, logger: Pick<AppLogger, 'info'>): ClientErrorHandler =>
  (error, socket, request = { protocol: 'http' }) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const { error: refusal, status } = toClientError(error.code);
    const requestId = randomUUID();
    const { code: errorCode } = refusal;
    logger.info('request not read', { requestId, status, errorCode, reason: error.code });
    const body = JSON.stringify(toProblem(refusal, { locale: 'en', requestId, status }));
    const headers = {
      ...headersFor(request).api,
      ...problemHeaders(refusal),
      'x-request-id': requestId,
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  };

/** A body must have arrived within this time; milliseconds. */
export const BODY_TIMEOUT_MS = 30_000;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const bodyTimeoutError = Object.assign(new Error('the body is late'), {
  code: 'ERR_HTTP_REQUEST_TIMEOUT',
});

/**
 * Refuses a body that is late and closes its connection, unless the function that it returns is
 * called before: then the server's own limit holds, which leaves files of slow networks their time.
 */
export const limitBodyDuration = (
  request: Pick<FastifyRequest, 'protocol' | 'raw'>,
  response: ServerResponse,
  refuse: ClientErrorHandler,
): (() => void) => {
  const { raw } = request;
  if (!hasBody(raw)) return () => undefined;
  const timer = setTimeout(() => {
    if (raw.complete) return;
    if (response.headersSent) raw.socket.destroy();
    else refuse(bodyTimeoutError, raw.socket, request);
  }, BODY_TIMEOUT_MS).unref();
  const release = () => clearTimeout(timer);
  raw.once('close', release);
  return release;
};
