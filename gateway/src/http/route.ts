import type { CallContext } from '@ctdb/chassis';
import {
  DomainError,
  type FieldError,
  idempotencyKey,
  type PartOf,
  type ResponseOf,
  type RouteContract,
  type routes,
  toFieldErrors,
} from '@ctdb/contracts';
import {
  createParamDecorator,
  type ExecutionContext,
  HttpCode,
  RequestMapping,
  RequestMethod,
} from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readBody } from './body.js';
import type { HttpReply } from './http-reply.js';
import type { QueryString } from './query-string.js';
import { getRequestContext } from './request-context.js';

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

const entityTag = /^(?:W\/)?"([1-9]\d{0,14})"$/;

const rejectHeader = (header: string): never => {
  throw new DomainError('VALIDATION_FAILED', { faults: [{ path: header, code: 'WRONG_FORMAT' }] });
};

/** The version that `If-Match` asks for; `undefined` for none or any (`*`). */
export const parseIfMatch = (header: string | undefined): number | undefined => {
  if (header === undefined || header.trim() === '*') return undefined;
  const [, digits] = entityTag.exec(header.trim()) ?? [];
  return digits === undefined ? rejectHeader('If-Match') : Number(digits);
};

/** The client's `Idempotency-Key`, if any. */
export const parseIdempotencyKey = (header: string | string[] | undefined): string | undefined => {
  if (header === undefined) return undefined;
  const parsed = idempotencyKey.safeParse(header);
  return parsed.success ? parsed.data : rejectHeader('Idempotency-Key');
};

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

/** Reads and parses the request: Nest calls it when the guards have let it in, and waits for it. */
const RouteInput = createParamDecorator((route: RouteContract, host: ExecutionContext) => {
  const http = host.switchToHttp();
  return readInput(route, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
});

/** Holds what the handler of each route gets, by the name of the route's declaration. */
export type Inputs = { readonly [N in keyof typeof routes]: InputOf<(typeof routes)[N]> };

/** Describes what a handler of `R` may return. */
export type ResultOf<R extends RouteContract> = ResponseOf<R> | HttpReply<ResponseOf<R>>;

type Handler<R extends RouteContract> = (input: InputOf<R>) => ResultOf<R> | Promise<ResultOf<R>>;

/** `/api/diseases/{id}` as the router writes it: `/api/diseases/:id`. */
export const routerPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/**
 * Makes a method the handler of `route`: its path, method and status, its row in the authorisation
 * table, and its parameter, which is the parsed {@link InputOf} the route. The compiler checks
 * that parameter and what the method returns.
 */
export const Route =
  <R extends RouteContract>(route: R) =>
  <H extends Handler<R>>(
    target: object,
    name: string,
    descriptor: TypedPropertyDescriptor<H>,
  ): void => {
    RequestMapping({ path: routerPath(route.path), method: RequestMethod[route.method] })(
      target,
      name,
      descriptor,
    );
    HttpCode(route.status)(target, name, descriptor);
    RouteConfig({ contract: route })(target, name, descriptor);
    RouteInput(route)(target, name, 0);
  };
