import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call, routes } from '@/lib/api';
import { useApiMutation } from '@/lib/api/use-api-mutation';

const queryKey = ['own-contact'];

/** The own e-mail address and language. An owner may change them: load the current state. */
export const useContact = () =>
  useQuery({
    queryKey,
    queryFn: ({ signal }) => call(routes.getContact, { signal }),
    refetchOnMount: 'always',
  });

export const useSetContact = () => {
  const client = useQueryClient();
  return useApiMutation(routes.setContact, () => client.invalidateQueries({ queryKey }));
};
