import { z } from 'zod';
import { browserTokenHash, networkAddress } from './access.js';
import type { Access } from './authorisation.js';
import { defineMessage, emptyReply, type MessageContract } from './command.js';
import type { ErrorCode, QuotaClass } from './errors.js';
import { pageRequest, version } from './records.js';

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
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
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
  /** Honours `If-Match`; of another version it answers `VERSION_CONFLICT`. */
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

/** A route as it is written: `GET /api/diseases/{id}`. */
type RouteName = `${RouteContract['method']} ${RouteContract['path']}`;
/** What a declaration does not say. */
type Located = Pick<RouteContract, 'method' | 'path' | 'status'>;
type RouteDeclaration = Omit<RouteContract, keyof Located> & Partial<Pick<Located, 'status'>>;

/**
 * Declares a route without a message; without a status it answers 200. Keeps the literal types, which type its handler
 * and its clients.
 */
export const defineRoute = <const R extends RouteDeclaration>(
  name: RouteName,
  declaration: R,
): R & Located => {
  const [method, path] = name.split(' ') as [Located['method'], Located['path']];
  return { status: 200, ...declaration, method, path };
};

/** The message of an endpoint, and what the gateway adds to its request. */
interface Message {
  readonly message: MessageContract['name'];
  /** If absent, `query` for GET and `command` for all others. */
  readonly kind?: MessageContract['kind'];
  readonly deadlineMs?: number;
  /**
   * Adds the hash of the browser's own token. A browser without one gets what this function returns or throws; where
   * it is `optional`, its request goes without it. The handler of a {@link customEndpoint} does this by itself, and
   * adds the address.
   */
  readonly browser?: 'optional' | (() => unknown);
  /** Adds the network address of the client. */
  readonly address?: true;
}

type Shape<T> =
  T extends z.ZodObject<infer S> ? S : T extends z.ZodOptional<infer O> ? Shape<O> : unknown;
type QueryShape<E> = E extends { query: infer Q }
  ? E extends { pageSize: number }
    ? Omit<Shape<Q>, 'page' | 'limit'> & ReturnType<typeof pageRequest>
    : Shape<Q>
  : unknown;
type PartShape<E, Part extends string> = E extends Record<Part, infer P> ? Shape<P> : unknown;
type IfMatchShape<E> = E extends { conditional: true }
  ? { ifMatch: z.ZodOptional<typeof version> }
  : unknown;
type BrowserShape<E> = E extends { browser: 'optional' }
  ? { browser: z.ZodOptional<typeof browserTokenHash> }
  : E extends { browser: () => unknown }
    ? { browser: typeof browserTokenHash }
    : unknown;
type AddressShape<E> = E extends { address: true } ? { address: typeof networkAddress } : unknown;
type Joined<T> = { [K in keyof T]: T[K] } extends infer S extends z.core.$ZodShape
  ? z.ZodObject<S, z.core.$strict>
  : never;
type RequestSchema<E> = E extends { request: infer R extends z.ZodType }
  ? R
  : Joined<
      PartShape<E, 'params'> &
        QueryShape<E> &
        PartShape<E, 'body'> &
        IfMatchShape<E> &
        BrowserShape<E> &
        AddressShape<E>
    >;

const shapeOf = (schema: z.ZodType | undefined): z.core.$ZodShape => {
  if (schema instanceof z.ZodOptional) return shapeOf(schema.unwrap() as z.ZodType);
  return schema instanceof z.ZodObject ? schema.shape : {};
};

const createMessage = (
  { method, params, query, body, conditional, access }: RouteContract,
  { message: name, kind, deadlineMs, browser, address }: Message,
  {
    request = z.strictObject({
      ...shapeOf(params),
      ...shapeOf(query),
      ...shapeOf(body),
      ...(conditional && { ifMatch: version.optional() }),
      ...(browser && {
        browser: browser === 'optional' ? browserTokenHash.optional() : browserTokenHash,
      }),
      ...(address && { address: networkAddress }),
    }),
    reply = emptyReply,
  }: { readonly request?: z.ZodType | undefined; readonly reply?: z.ZodType | undefined },
): MessageContract =>
  defineMessage(kind ?? (method === 'GET' ? 'query' : 'command'))({
    name,
    access,
    request,
    reply,
    ...(deadlineMs !== undefined && { deadlineMs }),
  });

type Custom = RouteDeclaration &
  Message & { readonly request?: z.ZodType; readonly reply?: z.ZodType };
type ReplySchema<E> = E extends { reply: infer R extends z.ZodType }
  ? R
  : E extends { response: infer R extends z.ZodType }
    ? R
    : typeof emptyReply;
type CustomEndpoint<E extends Custom> = E &
  Located &
  MessageContract<RequestSchema<E>, ReplySchema<E>>;

/**
 * Declares a route and the message that its handler in the gateway sends. The handler makes another `request` than an
 * {@link endpoint} has, or the response from the reply. Without a `reply` it is the response, or empty.
 */
export const customEndpoint = <const E extends Custom>(
  name: RouteName,
  declaration: E,
): CustomEndpoint<E> => {
  const { request, response, reply = response } = declaration;
  const route = defineRoute(name, declaration);
  // The types above say the same of each declaration; the compiler cannot follow them here.
  return {
    ...route,
    ...createMessage(route, declaration, { request, reply }),
  } as unknown as CustomEndpoint<E>;
};

/** How the gateway answers with the reply of an {@link endpoint}. */
interface Answer {
  /** All answers take the same time, because they are about an e-mail address. */
  readonly held?: true;
  /** The response has the version of the reply as `ETag`. */
  readonly versioned?: true;
  /** The reply is a new record at this address, with `{field}` for each field of the reply. */
  readonly location?: `/${string}`;
  /** The response is one page of the reply's items; it has so many rows if the caller does not say how many. */
  readonly pageSize?: number;
  /** The response is this list of the reply. */
  readonly list?: string;
}

type Answering = 'versioned' | 'location' | 'pageSize' | 'list';
/** No answer is of two kinds: of them, `K` alone may be declared. */
type AnswersBy<K extends Answering> = { readonly [Other in Exclude<Answering, K>]?: never };

type Plain = Omit<RouteDeclaration, 'response'> &
  Message &
  Answer & {
    readonly params?: z.ZodObject;
    readonly query?: z.ZodObject;
    readonly body?: z.ZodObject | z.ZodOptional<z.ZodObject>;
    readonly status?: 202;
  } & (
    | (AnswersBy<never> & {
        /** Absent: no body (204). */
        readonly reply?: z.ZodType;
      })
    | (AnswersBy<'versioned'> & {
        readonly reply: z.ZodObject<{ version: typeof version | z.ZodDefault<typeof version> }>;
      })
    | (AnswersBy<'pageSize'> & {
        readonly reply: z.ZodObject<{ items: z.ZodArray; total: z.ZodNumber }>;
      })
    | ((AnswersBy<'location'> | AnswersBy<'list'>) & { readonly reply: z.ZodObject })
  );
type ResponseSchema<E> = E extends { reply: infer R extends z.ZodType }
  ? E extends { pageSize: number }
    ? Shape<R>['items' & keyof Shape<R>]
    : E extends { list: infer L }
      ? Shape<R>[L & keyof Shape<R>]
      : R
  : undefined;
type PlainEndpoint<E extends Plain> = Omit<E, 'reply' | 'status'> &
  Located & { readonly response: ResponseSchema<E> } & MessageContract<
    RequestSchema<E>,
    ReplySchema<E>
  >;

/**
 * Declares an endpoint that the gateway forwards to the service in `message`, without a handler. The
 * request consists of `params`, `query`, `body`, if `conditional` of `ifMatch`, and of what {@link Message} adds;
 * {@link Answer} says how the reply becomes the response.
 */
export const endpoint = <const E extends Plain>(
  name: RouteName,
  declaration: E,
): PlainEndpoint<E> => {
  const { reply, location, pageSize, list, query } = declaration;
  const route: RouteContract = defineRoute(name, {
    status: location ? 201 : reply ? 200 : 204,
    ...declaration,
  });
  const paging = pageSize !== undefined && {
    query: z.strictObject({ ...query?.shape, ...pageRequest(pageSize) }),
  };
  const listed = pageSize === undefined ? list : 'items';
  return {
    ...route,
    ...createMessage({ ...route, ...paging }, declaration, { reply }),
    isForwarded: true,
    response: listed === undefined ? reply : (reply as z.ZodObject).shape[listed],
    // The types above say the same of each declaration; the compiler cannot follow them here.
  } as unknown as PlainEndpoint<E>;
};

/** What the gateway's forwarding reads of any {@link endpoint}. */
export interface ForwardedEndpoint extends RouteContract, MessageContract, Answer {
  readonly access: Access;
  readonly browser?: Message['browser'];
  readonly address?: true;
}

/** Returns whether the gateway forwards `route` without a handler. */
export const isForwarded = (route: RouteContract): route is ForwardedEndpoint =>
  'isForwarded' in route;

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
