import { DomainError } from '@ctdb/contracts';
import type { Socket } from 'node:net';
import { problemHeaders, problemOf } from '../problems/problem.js';
import { requestIdOf } from './request-id.js';

/** Largest head of a request (first line and headers), in bytes. */
export const MAX_HEAD = 16_384;

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

const verdictOf = (code: string | undefined): { error: DomainError; status: number } => {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return { error: new DomainError('PAYLOAD_TOO_LARGE', { limit: MAX_HEAD }), status: 431 };
  }
  const isLate = code === 'ERR_HTTP_REQUEST_TIMEOUT';
  return { error: new DomainError('MALFORMED_BODY'), status: isLate ? 408 : 400 };
};

/** Answers what is no HTTP request, and closes the connection. */
export const answerClientError = (error: NodeJS.ErrnoException, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { error: refusal, status } = verdictOf(error.code);
  const requestId = requestIdOf(undefined);
  const body = JSON.stringify(problemOf(refusal, { locale: 'en', requestId, status }));
  const headers = {
    ...problemHeaders(refusal),
    'x-request-id': requestId,
    'x-content-type-options': 'nosniff',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${reasons[status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
};
