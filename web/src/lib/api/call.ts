import type { PartInput, ResponseOf, RouteContract, routes as contracts } from '@ctdb/contracts';
import type { z } from 'zod';
import { readLanguage } from '@/lib/language';
import { setClock } from '@/lib/clock';
import { askToConfirm } from '@/lib/confirmation';
import { randomHex } from '@/lib/ids';
import { withTabLock } from '@/lib/tab-lock';
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

const toUrl = ({ path, params = {}, query = {} }: RequestParts): string => {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, String(value));
  const tail = search.toString();
  return tail ? `${filled}?${tail}` : filled;
};

/** The headers of every request. */
export const getCommonHeaders = (): Record<string, string> => {
  const token = readAdminToken();
  return {
    Accept: 'application/json',
    'Accept-Language': readLanguage(),
    // A trace of W3C Trace Context; the server decides whether it is exported.
    traceparent: `00-${randomHex(16)}-${randomHex(8)}-00`,
    ...(token && { Authorization: `Bearer ${token}` }),
  };
};

/** Sends one request. Rejects only without a connection. */
const send = async (parts: RequestParts): Promise<Response> => {
  const headers = new Headers(getCommonHeaders());
  if (parts.ifMatch !== undefined) headers.set('If-Match', `"${parts.ifMatch}"`);
  if (parts.idempotencyKey) headers.set('Idempotency-Key', parts.idempotencyKey);
  if (parts.body !== undefined) headers.set('Content-Type', 'application/json');
  const response = await fetch(toUrl(parts), {
    method: parts.method,
    headers,
    credentials: 'include',
    ...(parts.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
    ...(parts.signal ? { signal: parts.signal } : {}),
  });
  setClock(response.headers.get('date'));
  return response;
};

const requestNewToken = async (): Promise<boolean> => {
  const response = await send(routes.refreshSession);
  if (response.ok) {
    const answer = (await response.json()) as ResponseOf<typeof contracts.refreshSession>;
    storeAdminToken(answer);
    return true;
  }
  // Only a rejection ends the session: an unreachable or busy server may accept the token later.
  if (response.status >= 500 || response.status === 429) throw await ApiError.from(response);
  clearAdminToken();
  return false;
};

let running: Promise<boolean> | undefined;

/**
 * Gets a new token for the refresh cookie: once for all waiting calls, one tab at a time. A tab that
 * does not see yet what another one has stored renews it again, which the server takes.
 * @param refused the token that the server has rejected
 * @returns whether there is a token for another attempt
 */
export const refreshAdminToken = (refused: string): Promise<boolean> => {
  running ??= withTabLock('admin-refresh', async () => {
    const current = readAdminToken();
    // Another tab has renewed it, or signed out, while this one waited for the lock.
    if (current !== refused) return current !== null;
    return requestNewToken();
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

/** The options of a call of route `R`. */
export type CallOptions<R extends RouteContract> = Part<R, 'params'> &
  Part<R, 'body'> &
  Query<R> &
  Pick<RequestParts, 'signal'> &
  (R extends { conditional: true } ? Pick<RequestParts, 'ifMatch'> : unknown) &
  (R extends { idempotent: true } ? Pick<RequestParts, 'idempotencyKey'> : unknown);
/** {@link CallOptions}, which may be missing if none is needed. */
export type Options<R extends RouteContract> =
  Record<never, never> extends CallOptions<R>
    ? [options?: CallOptions<R>]
    : [options: CallOptions<R>];

/** A response body with its relevant headers. */
interface Answer<T> {
  data: T;
  /** `X-Total-Count`: rows in all pages. */
  total: number | undefined;
  headers: Headers;
}

const ofSignIn: readonly (string | undefined)[] = ['INVALID_CREDENTIALS', 'SECOND_FACTOR_REQUIRED'];

/** Sends a request; if the administrator's token has expired, renews it and sends it once more. */
export const sendRenewed = async (attempt: () => Promise<Response>): Promise<Response> => {
  const token = readAdminToken();
  const response = await attempt();
  if (response.status !== 401 || token === null) return response;
  const failure = await ApiError.from(response.clone());
  if (ofSignIn.includes(failure.code)) return response;
  return (await refreshAdminToken(token)) ? attempt() : response;
};

/** {@link sendRenewed}; if the person must confirm who they are, asks and sends once more. */
const sendSignedIn = async (parts: RequestParts): Promise<Response> => {
  const renewed = () => sendRenewed(() => send(parts));
  const response = await renewed();
  if (response.status !== 403) return response;
  const { code } = await ApiError.from(response.clone());
  return code === 'CONFIRMATION_REQUIRED' && (await askToConfirm()) ? renewed() : response;
};

/** Sends a request to `route`; throws {@link ApiError} for every answer that is not OK. */
export const request = async <R extends RouteContract>(
  { method, path }: Endpoint<R>,
  ...[options]: Options<R>
): Promise<Response> => {
  const response = await sendSignedIn({ method, path, ...(options as Partial<RequestParts>) });
  if (!response.ok) throw await ApiError.from(response);
  return response;
};

/** Calls `route`, which answers with JSON. */
export const callWithHeaders = async <R extends RouteContract>(
  route: Endpoint<R>,
  ...options: Options<R>
): Promise<Answer<ResponseOf<R>>> => {
  const response = await request(route, ...options);
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

/** One page of a list; there is at least one page. */
export const toPage = <T>(
  { data, total = data.length }: Pick<Answer<T[]>, 'data' | 'total'>,
  pageSize: number,
) => ({ items: data, total, pages: Math.max(1, Math.ceil(total / pageSize)) });
