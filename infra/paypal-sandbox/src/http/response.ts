import { randomBytes, randomInt } from 'node:crypto';
import type { ServerResponse } from 'node:http';

const ALPHABET = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Returns capital letters and digits, as in PayPal's ids. */
export function randomId(length = 17): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** Imitates the id that PayPal's support asks for. */
function debugId(): string {
  return randomBytes(7).toString('hex').slice(0, 13);
}

export interface HttpResponse {
  status: number;
  /** Sent as JSON. */
  body?: unknown;
  /** An HTML page, or a file, instead of `body`. */
  page?: string | Buffer;
  headers?: Record<string, string>;
}

export function sendResponse(response: ServerResponse, reply: HttpResponse): void {
  const { status, body, page, headers } = reply;
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

const names = {
  400: [
    'INVALID_REQUEST',
    'Request is not well-formed, syntactically incorrect, or violates schema.',
  ],
  404: ['RESOURCE_NOT_FOUND', 'The specified resource does not exist.'],
  422: [
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  ],
} as const;

export interface Detail {
  issue: string;
  description: string;
  field?: string;
}

/** An error in the format of PayPal. */
export class PaypalError extends Error {
  readonly status: keyof typeof names;
  readonly details: Detail[];
  readonly links: unknown[];

  constructor(status: keyof typeof names, details: Detail[], links: unknown[] = []) {
    super(details.map(({ issue }) => issue).join());
    this.status = status;
    this.details = details;
    this.links = links;
  }

  get response(): HttpResponse {
    const [name, message] = names[this.status];
    const { status, details, links } = this;
    return { status, body: { name, message, debug_id: debugId(), details, links } };
  }
}

export const notFoundError = () =>
  new PaypalError(404, [
    { issue: 'INVALID_RESOURCE_ID', description: 'Specified resource ID does not exist.' },
  ]);

export const unprocessable = (issue: string, description: string, links: unknown[] = []) =>
  new PaypalError(422, [{ issue, description }], links);

/** Responds with a 5xx status. */
export const serverError = (status: number): HttpResponse => ({
  status,
  body: {
    name: status === 503 ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_SERVER_ERROR',
    message: 'An internal server error has occurred.',
    debug_id: debugId(),
  },
});
