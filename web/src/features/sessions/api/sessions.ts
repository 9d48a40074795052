import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call, routes } from '@/lib/api';
import { useApiMutation } from '@/lib/api/use-api-mutation';

const queryKey = ['own-sessions'];

/** The own sessions. They change without this page: load the current state. */
export const useSessions = () =>
  useQuery({
    queryKey,
    queryFn: ({ signal }) => call(routes.listSessions, { signal }),
    refetchOnMount: 'always',
  });

export const useEndSession = () => {
  const client = useQueryClient();
  return useApiMutation(routes.endSession, () => client.invalidateQueries({ queryKey }));
};

export const useEndSessions = () => useApiMutation(routes.endSessions, () => Promise.resolve());
