import type { ServerResponse } from 'node:http';
import { debugId } from '../random.ts';

/** What a call answers. */
export interface Answer {
  status: number;
  /** Told as JSON. */
  body?: unknown;
  /** A page or a file, instead. */
  page?: string | Buffer;
  headers?: Record<string, string>;
}

export function send(response: ServerResponse, answer: Answer): void {
  const { status, body, page, headers } = answer;
  const text = page ?? (body === undefined ? '' : JSON.stringify(body));
  const type = page === undefined ? 'application/json' : 'text/html; charset=utf-8';
  response.writeHead(status, {
    ...(text === '' ? {} : { 'content-type': type }),
    'content-length': Buffer.byteLength(text),
    'cache-control': 'no-store',
    'paypal-debug-id': debugId(),
    ...headers,
  });
  response.end(text);
}
