import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  BODY_TIMEOUT_MS,
  type ClientErrorHandler,
  createClientErrorHandler,
  limitBodyDuration,
} from './client-errors.js';
import { securityHeaders } from './security-headers.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const logger = { info: vi.fn() };
const createHandler = (PUBLIC_ORIGIN: string | undefined): ClientErrorHandler =>
  createClientErrorHandler(
    securityHeaders({ PUBLIC_ORIGIN, HSTS_INCLUDE_SUBDOMAINS: false }),
    logger,
  );
const openSocket = () => {
  const end = vi.fn<(answer: string) => void>();
  return { writable: true, end, destroy: vi.fn() };
};

const begin = (headers: Record<string, string>, { complete = false, headersSent = false } = {}) => {
  const socket = openSocket();
  const request = Object.assign(new EventEmitter(), { headers, complete, socket });
  const release = limitBodyDuration(
    { raw: request as unknown as IncomingMessage, protocol: 'https' },
    { headersSent } as ServerResponse,
    createHandler(undefined),
  );
  return { socket, request, release };
};
const large = { 'content-length': '1000000' };

describe('a body', () => {
  it.each([large, { 'transfer-encoding': 'chunked' }])('that is late is refused', (headers) => {
    const { socket } = begin(headers as Record<string, string>);
    vi.advanceTimersByTime(BODY_TIMEOUT_MS - 1);
    expect(socket.end).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(socket.end).toHaveBeenCalledWith(
      expect.stringMatching(/^HTTP\/1\.1 408 [^]*\nstrict-transport-security: /),
    );
  });

  it('that is late for an answer that has begun is cut', () => {
    const { socket } = begin(large, { headersSent: true });
    vi.advanceTimersByTime(BODY_TIMEOUT_MS);
    expect([socket.end.mock.calls, socket.destroy.mock.calls.length]).toEqual([[], 1]);
  });

  it('that is there, over, awaited for longer, or none at all, is left alone', () => {
    const there = begin(large, { complete: true });
    const over = begin(large);
    over.request.emit('close');
    const awaited = begin(large);
    awaited.release();
    const none = begin({ 'content-length': '0' });
    vi.advanceTimersByTime(10 * BODY_TIMEOUT_MS);
    for (const { socket } of [there, over, awaited, none]) {
      expect(socket.end).not.toHaveBeenCalled();
      expect(socket.destroy).not.toHaveBeenCalled();
    }
  });
});

describe('what the parser refuses', () => {
  const refuse = (publicOrigin: string | undefined): string => {
    const socket = openSocket();
    const details = { code: 'HPE_INVALID_METHOD', rawPacket: Buffer.from('GET /?search=typed') };
    const error = Object.assign(new Error('Parse Error'), details);
    createHandler(publicOrigin)(error, socket as unknown as Socket);
    return socket.end.mock.calls[0]?.[0] ?? '';
  };

  it('is answered with the headers of the API, over https too', () => {
    const answer = refuse('https://colours.example');
    expect(answer).toMatch(
      /\ncontent-security-policy: default-src 'none';.*frame-ancestors 'none'/,
    );
    expect(answer).toContain('\nx-content-type-options: nosniff\r\n');
    expect(answer).toContain('\nstrict-transport-security: max-age=31536000\r\n');
    expect(refuse(undefined)).not.toContain('strict-transport-security');
  });

  it('has a line in the log with the id of the answer, and nothing of the request', () => {
    logger.info.mockClear();
    const answer = refuse(undefined);
    const requestId = /\nx-request-id: (.*)\r/.exec(answer)?.[1];
    const fields = { status: 400, errorCode: 'MALFORMED_BODY', reason: 'HPE_INVALID_METHOD' };
    expect(logger.info.mock.calls).toEqual([['request not read', { requestId, ...fields }]]);
  });
});
