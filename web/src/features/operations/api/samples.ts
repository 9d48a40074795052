import type { SamplesState } from '@ctdb/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call, routes } from '@/lib/api';
import { useApiMutation } from '@/lib/api/use-api-mutation';

/** What is left of the sample data. */
export const useSamples = () =>
  useQuery({
    queryKey: ['samples'],
    queryFn: ({ signal }): Promise<SamplesState> => call(routes.getSamples, { signal }),
    refetchOnMount: 'always',
  });

/** Reloads all data that may contain samples. */
const useRefresh = () => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'config' });
};

export const useRemoveSamples = () => useApiMutation(routes.removeSamples, useRefresh());

export const useRestoreSamples = () => useApiMutation(routes.restoreSamples, useRefresh());
