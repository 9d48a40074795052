import { randomBytes, randomInt } from 'node:crypto';
import type { FastifyReply } from 'fastify';

const ALPHABET = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Returns capital letters and digits, as in PayPal's ids. */
export function randomId(length = 17): string {
  return Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** Imitates the id that PayPal's support asks for. */
export function debugId(): string {
  return randomBytes(7).toString('hex').slice(0, 13);
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

  get body() {
    const [name, message] = names[this.status];
    const { details, links } = this;
    return { name, message, debug_id: debugId(), details, links };
  }
}

/** An error in the format of Razorpay. */
export class RazorpayError extends Error {
  readonly status: 400 | 401 | 404;

  constructor(description: string, status: 400 | 401 | 404 = 400) {
    super(description);
    this.status = status;
  }

  get body() {
    const description = this.message;
    const rest = { source: 'NA', step: 'NA', reason: 'NA', metadata: {} };
    return { error: { code: 'BAD_REQUEST_ERROR', description, ...rest } };
  }
}

export const malformed = (description: string) =>
  new PaypalError(400, [{ issue: 'MALFORMED_REQUEST_JSON', description }]);

export const notFoundError = () =>
  new PaypalError(404, [
    { issue: 'INVALID_RESOURCE_ID', description: 'Specified resource ID does not exist.' },
  ]);

export const unprocessable = (issue: string, description: string, links: unknown[] = []) =>
  new PaypalError(422, [{ issue, description }], links);

export function sendUnauthorized(reply: FastifyReply, error: string, error_description: string) {
  return reply.code(401).send({ error, error_description });
}

export function sendServerError(reply: FastifyReply, status: number) {
  return reply.code(status).send({
    name: status === 503 ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_SERVER_ERROR',
    message: 'An internal server error has occurred.',
    debug_id: debugId(),
  });
}
