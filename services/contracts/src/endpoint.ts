import { z } from 'zod';
import type { Access } from './authorisation.js';
import { defineMessage, emptyReply, type MessageContract } from './command.js';
import type { ErrorCode, QuotaClass } from './errors.js';
import { version } from './ids.js';
import { pageRequest } from './paging.js';

/** HTTP methods in use. */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * The classes of rate limits; configuration sets the limits. `default` counts what has access by its
 * session or pass, and the rest by address. Each of the others counts on its own, by address alone.
 */
export type RateClass =
  | 'default'
  | 'signIn'
  | 'restore'
  | 'setup'
  | 'order'
  | 'capture'
  | 'webhook'
  | 'upload';

/** One HTTP route: everything that the gateway, OpenAPI and the browser's client know about it. */
export interface RouteContract {
  readonly method: HttpMethod;
  /** With `{name}` for each parameter. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  readonly rateLimit?: RateClass;
  /** What it counts as for a pass; if absent, an answer, unless it is for everyone. */
  readonly quota?: QuotaClass;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** The handler reads the body's bytes itself, for example to check a signature. */
  readonly rawBody?: boolean;
  /** The body is multipart/form-data, which the handler streams; `body` is the schema of its fields. */
  readonly multipart?: boolean;
  /** The body is a file of one of these types, which the handler streams. */
  readonly fileTypes?: readonly string[];
  /** Answers with bytes, not JSON. */
  readonly binary?: boolean;
  /** Answers with a file of one of these types, not JSON. */
  readonly contentTypes?: readonly string[];
  /** Absent: no body (204). */
  readonly response?: z.ZodType | undefined;
  readonly status: 200 | 201 | 202 | 204 | 303;
  /** Status of an answer that is sent before the work has ended. */
  readonly acceptedStatus?: 202;
  /** Authorised by a cookie: accepted only from the product's own origin. */
  readonly cookieAuthorised?: boolean;
  /** Of a person of the team, accepted only with a recent password or second factor. */
  readonly confirmed?: boolean;
  /** Honours `If-Match`. */
  readonly conditional?: boolean;
  /** Honours `If-None-Match`. */
  readonly revalidated?: boolean;
  /** Honours `Idempotency-Key`. */
  readonly idempotent?: boolean;
  /** Problems of this route repeat their message as `error`, where older clients read it. */
  readonly hasLegacyErrorField?: boolean;
  /** Error codes of this route, beyond those of every route. */
  readonly errors?: readonly ErrorCode[];
}

type Status = Pick<RouteContract, 'status'>;
type RouteDeclaration = Omit<RouteContract, 'status'> & Partial<Status>;

/**
 * Declares a route without a message; without a status it answers 200. Keeps the literal types, which type its handler
 * and its clients.
 */
export const defineRoute = <const R extends RouteDeclaration>(route: R): R & Status => ({
  status: 200,
  ...route,
});

interface Message {
  readonly message: MessageContract['name'];
  /** If absent, `query` for GET and `command` for all others. */
  readonly kind?: MessageContract['kind'];
  readonly deadlineMs?: number;
}

const createMessage = <Req extends z.ZodType, Rep extends z.ZodType>(
  {
    message: name,
    kind,
    deadlineMs,
    method,
    access,
  }: Message & Pick<RouteContract, 'method' | 'access'>,
  schemas: { readonly request: Req; readonly reply: Rep },
): MessageContract<Req, Rep> =>
  defineMessage(kind ?? (method === 'GET' ? 'query' : 'command'))({
    name,
    access,
    ...schemas,
    ...(deadlineMs !== undefined && { deadlineMs }),
  });

type Custom = RouteDeclaration &
  Message & { readonly request: z.ZodType; readonly reply?: z.ZodType };
type CustomReply<E> = E extends { reply: infer R extends z.ZodType }
  ? R
  : E extends { response: infer R extends z.ZodType }
    ? R
    : typeof emptyReply;
type CustomEndpoint<E extends Custom> = E & Status & MessageContract<E['request'], CustomReply<E>>;

/**
 * Declares a route and the message that its handler in the gateway sends. The handler extends the
 * request, or creates the response from the reply. Without a `reply` it is the response, or empty.
 */
export const customEndpoint = <const E extends Custom>(declaration: E): CustomEndpoint<E> => {
  const { request, response, reply = response ?? emptyReply } = declaration;
  const endpoint = {
    ...defineRoute(declaration),
    ...createMessage(declaration, { request, reply }),
  };
  // The types above say the same of each declaration; the compiler cannot follow them here.
  return endpoint as unknown as CustomEndpoint<E>;
};

/**
 * How the gateway answers with a reply: as it is (`plain`), with its version as `ETag` (`versioned`),
 * as a new record at `location` (`created`), as one page of its items (`page`), without body (`none`).
 */
export type AnswerKind = 'plain' | 'versioned' | 'created' | 'page' | 'none';

type Plain = Omit<RouteContract, 'params' | 'query' | 'body' | 'response' | 'status'> &
  Message & {
    readonly params?: z.ZodObject;
    readonly query?: z.ZodObject;
    readonly body?: z.ZodObject;
  } & (
    | { readonly answer?: 'plain'; readonly status?: 202; readonly reply: z.ZodType }
    | {
        readonly answer: 'versioned';
        readonly reply: z.ZodObject<{ version: typeof version | z.ZodDefault<typeof version> }>;
      }
    | {
        readonly answer: 'created';
        /** With `{field}` for each field of the reply. */
        readonly location: `/${string}`;
        readonly reply: z.ZodObject;
      }
    | {
        readonly answer: 'page';
        /** Rows on a page if the caller does not say how many. */
        readonly pageSize: number;
        readonly reply: z.ZodObject<{ items: z.ZodArray; total: z.ZodNumber }>;
      }
    | { readonly answer: 'none'; readonly reply?: never }
  );

type Shape<T> = T extends z.ZodObject<infer S> ? S : unknown;
type QueryShape<E extends Plain> = E extends { answer: 'page' }
  ? Omit<Shape<E['query']>, 'page' | 'limit'> & ReturnType<typeof pageRequest>
  : Shape<E['query']>;
type IfMatchShape<E> = E extends { conditional: true }
  ? { ifMatch: z.ZodOptional<typeof version> }
  : unknown;
type Joined<T> = { [K in keyof T]: T[K] } extends infer S extends z.core.$ZodShape
  ? z.ZodObject<S, z.core.$strict>
  : never;
type RequestSchema<E extends Plain> = Joined<
  Shape<E['params']> & QueryShape<E> & Shape<E['body']> & IfMatchShape<E>
>;
type ReplySchema<E> = E extends { reply: infer R extends z.ZodType } ? R : typeof emptyReply;
type ResponseSchema<E> = E extends { answer: 'none' }
  ? undefined
  : E extends { answer: 'page'; reply: z.ZodObject<{ items: infer I extends z.ZodType }> }
    ? I
    : ReplySchema<E>;

/** What {@link endpoint} makes of a declaration. */
export type PlainEndpoint<E extends Plain = Plain> = Omit<E, 'answer' | 'reply' | 'status'> & {
  readonly answer: AnswerKind;
  readonly status: RouteContract['status'];
  readonly response: ResponseSchema<E>;
} & MessageContract<RequestSchema<E>, ReplySchema<E>>;

const statuses = { plain: 200, versioned: 200, created: 201, page: 200, none: 204 } as const;

/**
 * Declares an endpoint that the gateway forwards to the service in `message`, without a handler. The
 * request consists of `params`, `query`, `body` and, if `conditional`, `ifMatch`; `answer` says how the
 * reply becomes the response.
 */
export const endpoint = <const E extends Plain>(declaration: E): PlainEndpoint<E> => {
  const { answer = 'plain', params, query, body, conditional } = declaration;
  const { reply = emptyReply } = declaration;
  const request = z.strictObject({
    ...params?.shape,
    ...query?.shape,
    ...(declaration.answer === 'page' && pageRequest(declaration.pageSize)),
    ...body?.shape,
    ...(conditional && { ifMatch: version.optional() }),
  });
  const response = answer === 'page' ? (reply as z.ZodObject).shape['items'] : reply;
  return {
    ...declaration,
    ...createMessage(declaration, { request, reply }),
    answer,
    status: ('status' in declaration && declaration.status) || statuses[answer],
    response: answer === 'none' ? undefined : response,
    // The types above say the same of each declaration; the compiler cannot follow them here.
  } as unknown as PlainEndpoint<E>;
};

/** Any {@link PlainEndpoint}, as the gateway's forwarding reads it. */
export interface ForwardedEndpoint extends RouteContract, MessageContract {
  readonly access: Access;
  readonly answer: AnswerKind;
  readonly location?: string;
  readonly pageSize?: number;
}

/** Returns whether the gateway forwards `route` without a handler. */
export const isForwarded = (route: RouteContract): route is ForwardedEndpoint => 'answer' in route;

/** What a caller of `R` passes, per part of the request. */
export type PartInput<
  R extends RouteContract,
  K extends 'params' | 'query' | 'body',
> = R[K] extends z.ZodType ? z.input<R[K]> : undefined;
/** What the handler of `R` receives, per part of the request. */
export type PartOf<
  R extends RouteContract,
  K extends 'params' | 'query' | 'body',
> = R[K] extends z.ZodType ? z.output<R[K]> : undefined;
/** What `R` answers. */
export type ResponseOf<R extends RouteContract> = R['response'] extends z.ZodType
  ? z.output<R['response']>
  : undefined;
