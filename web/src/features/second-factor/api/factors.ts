import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call, routes } from '@/lib/api';
import { useApiMutation } from '@/lib/api/use-api-mutation';

const queryKey = ['own-factors'];

/** The own second factors. They change without this page: load the current state. */
export const useFactors = () =>
  useQuery({
    queryKey,
    queryFn: ({ signal }) => call(routes.getFactors, { signal }),
    refetchOnMount: 'always',
  });

const useRefresh = () => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey });
};

export const useStartTotp = () => useApiMutation(routes.startTotp, () => Promise.resolve());
export const useAddTotp = () => useApiMutation(routes.addTotp, useRefresh());
export const useRemoveTotp = () => useApiMutation(routes.removeTotp, useRefresh());
export const useStartPasskey = () => useApiMutation(routes.startPasskey, () => Promise.resolve());
export const useAddPasskey = () => useApiMutation(routes.addPasskey, useRefresh());
export const useRemovePasskey = () => useApiMutation(routes.removePasskey, useRefresh());
export const useRenewRecoveryCodes = () => useApiMutation(routes.renewRecoveryCodes, useRefresh());
