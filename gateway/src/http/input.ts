import type { CallContext } from '@ctdb/chassis';
import {
  DomainError,
  type FieldError,
  type PartOf,
  type RouteContract,
  toFieldErrors,
} from '@ctdb/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
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

class InputReader {
  readonly errors: FieldError[] = [];

  part(schema: z.ZodType | undefined, value: unknown): unknown {
    if (!schema) return undefined;
    const parsed = schema.safeParse(value, { reportInput: true });
    if (parsed.success) return parsed.data;
    this.errors.push(...toFieldErrors(parsed.error).slice(0, MAX_FIELD_ERRORS));
    return undefined;
  }

  query(schema: z.ZodType | undefined, { values, errors }: QueryString): unknown {
    this.errors.push(...errors.slice(0, MAX_FIELD_ERRORS));
    if (schema) return this.part(schema, values);
    for (const path of Object.keys(values)) this.errors.push({ path, code: 'UNKNOWN_KEY' });
    return undefined;
  }

  finish(): void {
    if (this.errors.length === 0) return;
    throw new DomainError('VALIDATION_FAILED', { faults: this.errors.slice(0, MAX_FIELD_ERRORS) });
  }
}

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
  const reader = new InputReader();
  const params = reader.part(route.params, request.params);
  const query = reader.query(route.query, request.query as QueryString);
  // A form is read by its handler, which knows where its file goes.
  const body = route.multipart ? undefined : reader.part(route.body, request.body);
  reader.finish();
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
