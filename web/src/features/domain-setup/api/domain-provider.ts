import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, routes } from '@/lib/api';

const queryKey = ['domain-provider'];

/** The address of the provider's dashboard; another administrator may have changed it. */
export const useDomainProvider = () =>
  useQuery({
    queryKey,
    queryFn: ({ signal }) => call(routes.getDomainProvider, { signal }),
    refetchOnMount: 'always',
  });

/** Sets it for all administrators. */
export const useSetDomainProvider = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (url: string) => call(routes.setDomainProvider, { body: { url } }),
    onSuccess: (provider) => client.setQueryData(queryKey, provider),
  });
};
