import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, routes } from '@/lib/api';

/** Asks for a link by mail; the answer is the same for every address. */
export const useSendAccessLink = () =>
  useMutation({
    mutationFn: (email: string) => call(routes.sendAccessLink, { body: { email } }),
  });

/** Moves what the link's address has paid for to this browser, then reloads all other data. */
export const useOpenAccessLink = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) => call(routes.openAccessLink, { body: { token } }),
    onSuccess: () => client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'config' }),
  });
};
