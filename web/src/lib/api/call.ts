import type { PartInput, ResponseOf, RouteContract, routes as contracts } from '@ctdb/contracts';
import type { z } from 'zod';
import { readLanguage } from '@/i18n/language';
import { clearAdminToken, readAdminToken, storeAdminToken } from './admin-token';
import { ApiError } from './api-error';
import { type Endpoint, routes } from './routes';

interface RequestParts {
  method: string;
  /** With `{name}` for each parameter. */
  path: string;
  params?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  body?: unknown;
  /** Version that the caller has seen; the server refuses the change if there is a newer one. */
  ifMatch?: number | undefined;
  /** Makes a repeated request one request. */
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
}

const address = ({ path, params = {}, query = {} }: RequestParts): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, String(value));
  const tail = search.toString();
  return tail ? `${filled}?${tail}` : filled;
};

/** Sends one request with everything that each of ours carries. Rejects only without a connection. */
const send = (parts: RequestParts): Promise<Response> => {
  const headers = new Headers({ Accept: 'application/json', 'Accept-Language': readLanguage() });
  const token = readAdminToken();
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (parts.ifMatch !== undefined) headers.set('If-Match', `"${parts.ifMatch}"`);
  if (parts.idempotencyKey) headers.set('Idempotency-Key', parts.idempotencyKey);
  if (parts.body !== undefined) headers.set('Content-Type', 'application/json');
  return fetch(address(parts), {
    method: parts.method,
    headers,
    credentials: 'include',
    ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
    ...(parts.signal ? { signal: parts.signal } : {}),
  });
};

const renew = async (): Promise<boolean> => {
  const response = await send(routes.refreshSession);
  if (response.ok) {
    const answer = (await response.json()) as ResponseOf<typeof contracts.refreshSession>;
    storeAdminToken(answer.token);
    return true;
  }
  // Only a refusal ends the session; a server that is down may know it again in a minute.
  if (response.status >= 500) throw await ApiError.from(response);
  clearAdminToken();
  return false;
};

const alone = <T>(work: () => Promise<T>): Promise<T> =>
  navigator.locks ? navigator.locks.request('admin-refresh', work) : work();

let running: Promise<boolean> | undefined;

/**
 * Trades the refresh cookie for a new token, once for all tabs and all calls that wait for it.
 * @param refused the token that the server no longer takes
 * @returns whether there is a token to try again with
 */
export const refreshAdminToken = (refused: string): Promise<boolean> => {
  running ??= alone(async () => {
    const current = readAdminToken();
    // Another tab has renewed it, or signed out, while this one waited for the lock.
    if (current !== refused) return current !== null;
    return renew();
  }).finally(() => {
    running = undefined;
  });
  return running;
};

type Part<R extends RouteContract, K extends 'params' | 'body'> = R[K] extends z.ZodType
  ? { [P in K]: PartInput<R, K> }
  : { [P in K]?: never };
type Query<R extends RouteContract> = R['query'] extends z.ZodType
  ? { query?: PartInput<R, 'query'> }
  : { query?: never };

/** What a call of route `R` takes, beyond the route itself. */
type CallOptions<R extends RouteContract> = Part<R, 'params'> &
  Part<R, 'body'> &
  Query<R> &
  Pick<RequestParts, 'signal'> &
  (R extends { conditional: true } ? Pick<RequestParts, 'ifMatch'> : unknown) &
  (R extends { idempotent: true } ? Pick<RequestParts, 'idempotencyKey'> : unknown);
type Options<R extends RouteContract> =
  Record<never, never> extends CallOptions<R>
    ? [options?: CallOptions<R>]
    : [options: CallOptions<R>];

/** An answer with the headers that carry meaning. */
interface Answer<T> {
  data: T;
  /** `X-Total-Count`: rows in all pages. */
  total: number | undefined;
  headers: Headers;
}

/** Renews an administrator's token where it has run out, and asks once more. */
const sendSignedIn = async (parts: RequestParts): Promise<Response> => {
  const token = readAdminToken();
  const response = await send(parts);
  if (response.status !== 401 || token === null) return response;
  const failure = await ApiError.from(response.clone());
  if (failure.code === 'INVALID_CREDENTIALS') return response;
  return (await refreshAdminToken(token)) ? send(parts) : response;
};

/** Calls `route`; throws {@link ApiError} for every answer that is not OK. */
export const callWithHeaders = async <R extends RouteContract>(
  { method, path }: Endpoint<R>,
  ...[options]: Options<R>
): Promise<Answer<ResponseOf<R>>> => {
  const response = await sendSignedIn({ method, path, ...(options as Partial<RequestParts>) });
  if (!response.ok) throw await ApiError.from(response);
  const total = response.headers.get('x-total-count');
  return {
    data: (response.status === 204 ? undefined : await response.json()) as ResponseOf<R>,
    total: total === null ? undefined : Number(total),
    headers: response.headers,
  };
};

/** {@link callWithHeaders} for callers that need the body alone. */
export const call = async <R extends RouteContract>(
  route: Endpoint<R>,
  ...options: Options<R>
): Promise<ResponseOf<R>> => (await callWithHeaders(route, ...options)).data;
