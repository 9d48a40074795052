import type { PartInput, RouteContract, routes as contracts } from '@ctdb/contracts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { callWithHeaders, routes, toPage } from '@/lib/api';
import type { Endpoint } from '@/lib/api/routes';
import { useApiMutation } from '@/lib/api/use-api-mutation';

const PAGE_SIZE = 50;

/** Which patients are listed. `name` has begins of words of the name, blank: all; the others as in `listPatients`. */
type WantedPatients = Pick<
  PartInput<typeof contracts.listPatients, 'query'>,
  'dueUntil' | 'state'
> & {
  name: string;
  page: number;
};

/** One page of patients. Asks for the current state. */
export const usePatients = (wanted: WantedPatients) =>
  useQuery({
    queryKey: ['patients', 'list', wanted],
    queryFn: async ({ signal }) => {
      const { name, page, ...listed } = wanted;
      const query = { page: String(page), limit: String(PAGE_SIZE) };
      const answer = name
        ? callWithHeaders(routes.searchPatients, { query, body: { name, ...listed }, signal })
        : callWithHeaders(routes.listPatients, { query: { ...query, ...listed }, signal });
      return toPage(await answer, PAGE_SIZE);
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

/** A change of patients, after which they are loaded again. */
export const usePatientMutation = <R extends RouteContract>(
  route: Endpoint<R>,
  queryKey: readonly string[] = ['patients'],
) => {
  const client = useQueryClient();
  return useApiMutation(route, async () => {
    await client.invalidateQueries({ queryKey });
    // Names stand in the entries of treatments too.
    await client.invalidateQueries({ queryKey: ['registry'] });
  });
};
