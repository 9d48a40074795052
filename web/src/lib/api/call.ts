import type { PartInput, ResponseOf, RouteContract } from '@ctdb/contracts';
import type { z } from 'zod';
import { readAdminToken } from './admin-token';
import { ApiError } from './api-error';
import { refreshAdminToken } from './refresh';
import { send, type RequestParts } from './request';
import type { Endpoint } from './routes';

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
