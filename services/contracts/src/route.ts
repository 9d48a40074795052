import type { z } from 'zod';
import type { Capability } from './vocabulary/plans.js';

/** HTTP methods in use. */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * One row of the authorisation table: who may call a route.
 * `pass` names the capability that a pass must include, or `false`.
 */
export interface Access {
  readonly anonymous: boolean;
  readonly pass: Capability | false;
  readonly admin: boolean;
}

/** Rows that many routes share. */
export const access = {
  everyone: { anonymous: true, pass: 'read', admin: true },
  administrators: { anonymous: false, pass: false, admin: true },
  /** Administrators, and passes that include `capability`. */
  holders: (capability: Capability): Access => ({
    anonymous: false,
    pass: capability,
    admin: true,
  }),
} as const satisfies Record<string, Access | ((capability: Capability) => Access)>;

/** The classes of rate limits; configuration sets the figures. */
export type RateClass = 'default' | 'signIn' | 'order' | 'webhook' | 'upload';

/** One HTTP route: everything that the gateway, OpenAPI and the browser's client know of it. */
export interface RouteContract {
  readonly id: string;
  readonly method: HttpMethod;
  /** With `{name}` for each parameter. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly access: Access;
  readonly rate?: RateClass;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** The handler reads the body's bytes itself, e.g. to check a signature over them. */
  readonly rawBody?: boolean;
  /** The body is multipart/form-data, which the handler streams; the contract's schema is of its fields. */
  readonly multipart?: boolean;
  /** Answers with bytes, not JSON. */
  readonly binary?: boolean;
  /** Absent: no body (204). */
  readonly response?: z.ZodType;
  readonly status: 200 | 201 | 202 | 204;
  /** What it answers with where the work goes on after the answer. */
  readonly acceptedStatus?: 202;
  /** Authorised by our cookie: accepted only from our own origin. */
  readonly cookieAuthorised?: boolean;
  /** Honours `If-Match`. */
  readonly conditional?: boolean;
  /** Honours `Idempotency-Key`. */
  readonly idempotent?: boolean;
  /** Its failures carry `error`, too: their message once more, where older clients read it. */
  readonly namesError?: boolean;
  /** Codes that this route can answer with, beyond the ones that every route can. */
  readonly errors?: readonly string[];
}

/** Declares a route; the literal types are kept, so that clients are typed by it. */
export const defineRoute = <const R extends RouteContract>(route: R): R => route;

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
