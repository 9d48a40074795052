import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, routes } from '@/lib/api';
import { randomHex } from '@/lib/ids';
import { localStore } from '@/lib/storage';

const LINK_KEY = 'accessLinkKey';
const KEY_BYTES = 16;

/**
 * Knows this browser again when it repeats a link because the answer was lost, also from another tab, which
 * the mail opens.
 */
const readLinkKey = (): string => {
  const key = localStore.get(LINK_KEY) ?? randomHex(KEY_BYTES);
  localStore.set(LINK_KEY, key);
  return key;
};

/** Asks for a link by mail; the answer is the same for every address. */
export const useSendAccessLink = () =>
  useMutation({
    mutationFn: (email: string) => call(routes.sendAccessLink, { body: { email } }),
  });

/** Moves what the link's address has paid for to this browser, then reloads all other data. */
export const useOpenAccessLink = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: string) =>
      call(routes.openAccessLink, { body: { token }, idempotencyKey: readLinkKey() }),
    onSuccess: () => {
      localStore.remove(LINK_KEY);
      return client.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'config' });
    },
  });
};
