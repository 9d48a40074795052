import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerClientError } from './client-errors.js';

/** A body must have arrived within this time; milliseconds. */
export const BODY_MS = 30_000;

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const late = Object.assign(new Error('the body is late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });

/**
 * Refuses a body that is late and closes its connection, unless the function that it returns is
 * called before: then the server's own limit holds, which leaves files of slow networks their time.
 */
export const limitBodyTime = (request: IncomingMessage, response: ServerResponse): (() => void) => {
  if (!hasBody(request)) return () => undefined;
  const timer = setTimeout(() => {
    if (request.complete) return;
    if (response.headersSent) request.socket.destroy();
    else answerClientError(late, request.socket);
  }, BODY_MS).unref();
  const release = () => clearTimeout(timer);
  request.once('close', release);
  return release;
};
