import { vi } from 'vitest';

interface RecordedRequest {
  method: string;
  path: string;
  headers: Headers;
  body: unknown;
}

/** Answers by "METHOD /path". */
export type Replies = Record<string, Reply>;

type Reply = (request: RecordedRequest) => Response | Promise<Response>;

/** A JSON answer. */
export const json = (body: unknown, init: ResponseInit = {}): Response =>
  new Response(JSON.stringify(body), {
    ...init,
    headers: { 'Content-Type': 'application/json', ...init.headers },
  });

/** A page of a list, and how many items there are in all. */
export const paged = (items: object[], total = items.length): Response =>
  json(items, { headers: { 'X-Total-Count': String(total) } });

/** The answer to a request that leaves nothing to say. */
export const noContent = (): Response => new Response(null, { status: 204 });

/** An error response in the format of the gateway. */
export const problemReply = (status: number, code: string, params = {}): Response =>
  json(
    { type: 'about:blank', title: code, status, code, message: code, params, requestId: 'r1' },
    { status, headers: { 'Content-Type': 'application/problem+json' } },
  );

/** The answer while a service cannot be reached. */
export const unavailable = (): Response =>
  problemReply(503, 'SERVICE_UNAVAILABLE', { retryAfter: 3 });

/** The reply that says who the reader is. */
export const sessionOf = (
  role: string,
  capabilities: string[] = [],
  more: object = {},
): Replies => ({
  'GET /api/session': () => json({ role, capabilities, ...more }),
});

/** Replies that every administrator screen needs. */
export const adminApi = {
  'GET /api/session': () => json({ role: 'admin', capabilities: [], username: 'admin' }),
  'GET /api/config': () =>
    json({ productName: { en: 'X', kn: 'ಕ' }, siteDomain: 'colour.example' }),
};

/**
 * Answers the calls of a test by "METHOD /path" (without the query). Calls that no entry names
 * get 404. Returns the requests in order.
 */
export const mockApi = (replies: Replies): RecordedRequest[] => {
  const requests: RecordedRequest[] = [];
  const answer = async (input: string | URL | Request, init: RequestInit = {}) => {
    const path = input instanceof Request ? input.url : String(input);
    const method = init.method ?? 'GET';
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    const request = { method, path, headers: new Headers(init.headers), body };
    requests.push(request);
    const reply = replies[`${method} ${path.split('?')[0]}`];
    return reply ? reply(request) : problemReply(404, 'NOT_FOUND', { kind: 'route' });
  };
  globalThis.fetch = vi.fn(answer);
  return requests;
};
