import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BODY_TIMEOUT_MS, limitBodyDuration } from './client-errors.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const begin = (headers: Record<string, string>, { complete = false, headersSent = false } = {}) => {
  const socket = { writable: true, end: jest.fn(), destroy: jest.fn() };
  const request = Object.assign(new EventEmitter(), { headers, complete, socket });
  const release = limitBodyDuration(
    request as unknown as IncomingMessage,
    { headersSent } as ServerResponse,
  );
  return { socket, request, release };
};
const large = { 'content-length': '1000000' };

describe('a body', () => {
  it.each([large, { 'transfer-encoding': 'chunked' }])('that is late is refused', (headers) => {
    const { socket } = begin(headers as Record<string, string>);
    jest.advanceTimersByTime(BODY_TIMEOUT_MS - 1);
    expect(socket.end).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(socket.end).toHaveBeenCalledWith(expect.stringMatching(/^HTTP\/1\.1 408 /));
  });

  it('that is late for an answer that has begun is cut', () => {
    const { socket } = begin(large, { headersSent: true });
    jest.advanceTimersByTime(BODY_TIMEOUT_MS);
    expect(socket.end).not.toHaveBeenCalled();
    expect(socket.destroy).toHaveBeenCalled();
  });

  it('that is there, over, awaited for longer, or none at all, is left alone', () => {
    const there = begin(large, { complete: true });
    const over = begin(large);
    over.request.emit('close');
    const awaited = begin(large);
    awaited.release();
    const none = begin({ 'content-length': '0' });
    jest.advanceTimersByTime(10 * BODY_TIMEOUT_MS);
    for (const { socket } of [there, over, awaited, none]) {
      expect(socket.end).not.toHaveBeenCalled();
      expect(socket.destroy).not.toHaveBeenCalled();
    }
  });
});
