import type { SamplesState } from '@ctdb/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, routes } from '@/lib/api';

/** Counts the remaining sample data. */
export const useSamples = () =>
  useQuery({
    queryKey: ['samples', 'state'],
    queryFn: ({ signal }): Promise<SamplesState> => call(routes.getSamplesState, { signal }),
    refetchOnMount: 'always',
  });

/** Moves all samples; then, also after a failure in between, reloads all data that may contain them. */
const useMoveSamples = <R>(move: () => Promise<R>) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: move,
    onSettled: () =>
      client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'config' }),
  });
};

export const useRemoveSamples = () => useMoveSamples(() => call(routes.removeSamples));

export const useRestoreSamples = () => useMoveSamples(() => call(routes.restoreSamples));
