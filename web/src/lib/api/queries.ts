import type { PartInput, ResponseOf, RouteContract } from '@ctdb/contracts';
import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query';
import { call, callWithHeaders, type Options, toPage } from './call';
import type { Endpoint } from './routes';

/** What `route` answers, as a query. */
export const routeQuery = <R extends RouteContract>(
  queryKey: QueryKey,
  route: Endpoint<R>,
  ...[options]: Options<R>
) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => call(route, ...([{ ...options, signal }] as unknown as Options<R>)),
  });

/** {@link routeQuery} of what changes without this page: it is loaded again whenever it is shown anew. */
export const currentQuery = <R extends RouteContract>(
  queryKey: QueryKey,
  route: Endpoint<R>,
  ...options: Options<R>
) => queryOptions({ ...routeQuery(queryKey, route, ...options), refetchOnMount: 'always' });

type Item<R extends RouteContract> = ResponseOf<R> extends (infer T)[] ? T : never;

/** The current state of one page of a list; the page before stays until it is there. */
export const pagedQuery = <R extends RouteContract>(
  queryKey: QueryKey,
  route: Endpoint<R>,
  query: Omit<PartInput<R, 'query'>, 'page' | 'limit'> & { page: number; limit: number },
) =>
  queryOptions({
    queryKey: [...queryKey, query],
    queryFn: async ({ signal }) => {
      const options = [{ query, signal }] as unknown as Options<R>;
      const { data, total } = await callWithHeaders(route, ...options);
      return toPage({ data: data as unknown as Item<R>[], total }, query.limit);
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
