import { debugId } from '../random.ts';
import type { Answer } from './answer.ts';

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

/** Why a call was refused, in the form in which PayPal tells it. */
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

  get answer(): Answer {
    const [name, message] = names[this.status];
    const { status, details, links } = this;
    return { status, body: { name, message, debug_id: debugId(), details, links } };
  }
}

export const notFound = () =>
  new PaypalError(404, [
    { issue: 'INVALID_RESOURCE_ID', description: 'Specified resource ID does not exist.' },
  ]);

export const refused = (issue: string, description: string, links: unknown[] = []) =>
  new PaypalError(422, [{ issue, description }], links);

/** An answer to 5xx faults. */
export const broken = (status: number): Answer => ({
  status,
  body: {
    name: status === 503 ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_SERVER_ERROR',
    message: 'An internal server error has occurred.',
    debug_id: debugId(),
  },
});
