import type { RouteContract } from '@ctdb/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call, routes } from '@/lib/api';
import type { Endpoint } from '@/lib/api/routes';
import { useApiMutation } from '@/lib/api/use-api-mutation';

/** Under one key, so that a change of the account loads both again. */
const queryKey = ['own-account'];

/** The own second factors. They change without this page: load the current state. */
export const useFactors = () =>
  useQuery({
    queryKey: [...queryKey, 'factors'],
    queryFn: ({ signal }) => call(routes.getFactors, { signal }),
    refetchOnMount: 'always',
  });

/** The own e-mail address and language. An owner may change them: load the current state. */
export const useContact = () =>
  useQuery({
    queryKey: [...queryKey, 'contact'],
    queryFn: ({ signal }) => call(routes.getContact, { signal }),
    refetchOnMount: 'always',
  });

/** A change of the own factors or contact, which are then loaded again. */
export const useAccountMutation = <R extends RouteContract>(route: Endpoint<R>) => {
  const client = useQueryClient();
  return useApiMutation(route, () => client.invalidateQueries({ queryKey }));
};
