import type { RouteContract, TeamPerson } from '@ctdb/contracts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { callWithHeaders, routes, toPage } from '@/lib/api';
import type { Endpoint } from '@/lib/api/routes';
import { useApiMutation } from '@/lib/api/use-api-mutation';

const PAGE_SIZE = 50;

/** One page of the persons of the team. Another owner may change them: load the current state. */
export const usePeople = (page: number) =>
  useQuery({
    queryKey: ['people', page],
    queryFn: async ({ signal }) => {
      const query = { page: String(page), limit: String(PAGE_SIZE) };
      return toPage<TeamPerson>(
        await callWithHeaders(routes.listPeople, { query, signal }),
        PAGE_SIZE,
      );
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

/** A change of the team, which is then loaded again. */
export const usePeopleMutation = <R extends RouteContract>(route: Endpoint<R>) => {
  const client = useQueryClient();
  return useApiMutation(route, () => client.invalidateQueries({ queryKey: ['people'] }));
};
