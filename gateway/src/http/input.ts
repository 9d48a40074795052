import type { CallContext } from '@ctdb/chassis';
import {
  DomainError,
  type FieldError,
  type PartOf,
  type RouteContract,
  toFieldErrors,
} from '@ctdb/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { getRequestContext } from './request-context.js';
import { readBody } from './body.js';
import { parseIdempotencyKey, parseIfMatch } from './preconditions.js';
import type { QueryString } from './query-string.js';

/** Describes what the handler of route `R` gets: every part parsed by the contract. */
export interface InputOf<R extends RouteContract> {
  readonly params: PartOf<R, 'params'>;
  readonly query: PartOf<R, 'query'>;
  readonly body: PartOf<R, 'body'>;
  /** For calls to services. */
  readonly context: CallContext;
  /** SHA-256 of the browser's own token, in hex; absent where it has none. */
  readonly browser: string | undefined;
  /** The version that the client has seen (`If-Match`); only where the route is conditional. */
  readonly ifMatch: number | undefined;
  readonly request: FastifyRequest;
  /** For cookies; Nest sends what the handler returns. */
  readonly reply: FastifyReply;
}

/** More than any form has fields. */
const MAX_FIELD_ERRORS = 100;

const noQuery = z.strictObject({});

/** Parses `request` by `route`; throws `VALIDATION_FAILED` with every error of every part. */
export const readInput = async (
  route: RouteContract,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<InputOf<RouteContract>> => {
  request.body = await readBody(route, request);
  const { body: schema, multipart } = route;
  if (request.body === undefined && !multipart && schema?.safeParse(undefined).success === false)
    throw new DomainError('MALFORMED_BODY');
  const { values, errors: queryErrors } = request.query as QueryString;
  const errors: FieldError[] = [];
  const parse = (part: z.ZodType | undefined, value: unknown): unknown => {
    const parsed = part?.safeParse(value, { reportInput: true });
    if (parsed?.error) errors.push(...toFieldErrors(parsed.error).slice(0, MAX_FIELD_ERRORS));
    return parsed?.data;
  };
  const params = parse(route.params, request.params);
  errors.push(...queryErrors.slice(0, MAX_FIELD_ERRORS));
  const query = parse(route.query ?? noQuery, values);
  // A form is read by its handler, which knows where its file goes.
  const body = multipart ? undefined : parse(schema, request.body);
  if (errors.length > 0)
    throw new DomainError('VALIDATION_FAILED', { faults: errors.slice(0, MAX_FIELD_ERRORS) });
  const { headers } = request;
  const requestContext = getRequestContext(request);
  const context = requestContext.callContext();
  const key = route.idempotent ? parseIdempotencyKey(headers['idempotency-key']) : undefined;
  if (key !== undefined) context.idempotencyKey = key;
  const ifMatch = route.conditional ? parseIfMatch(headers['if-match']) : undefined;
  const { browserTokenHash: browser } = requestContext;
  return {
    params,
    query,
    body,
    context,
    browser,
    ifMatch,
    request,
    reply,
  } as InputOf<RouteContract>;
};
