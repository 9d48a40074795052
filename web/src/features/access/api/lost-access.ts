import type { PartInput, routes as contracts } from '@ctdb/contracts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call, routes } from '@/lib/api';
import { randomHex } from '@/lib/ids';
import { localStore } from '@/lib/storage';
import { useReloadAccess } from './restore';

const LINK_KEY = 'accessLinkKey';
const KEY_BYTES = 16;

/** The access that is opened by a link. */
export type LinkChoice = Omit<PartInput<typeof contracts.openLinkedPractice, 'body'>, 'token'>;

/**
 * Knows this browser again when it repeats a choice because the answer was lost, also from another tab,
 * which the mail opens. Another choice is another request.
 */
const readLinkKey = ({ practice, replace, join }: LinkChoice): string => {
  const key = localStore.get(LINK_KEY) ?? randomHex(KEY_BYTES);
  localStore.set(LINK_KEY, key);
  const parts = [key, practice, replace && 'replace', join?.practice, join?.code];
  return parts.filter(Boolean).join('-').replaceAll(/\s/g, '');
};

/** Asks for a link by mail; the answer is the same for every address. */
export const useSendAccessLink = () =>
  useMutation({
    mutationFn: (email: string) => call(routes.sendAccessLink, { body: { email } }),
  });

/** Loads the access that a link may open; changes nothing. */
export const accessLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['accessLink', token],
    queryFn: ({ signal }) => call(routes.openAccessLink, { body: { token }, signal }),
  });

/** Mails six digits to the address of a link, for joining. */
export const useSendJoinCode = (token: string) =>
  useMutation({ mutationFn: () => call(routes.sendJoinCode, { body: { token } }) });

/** Moves the chosen access to this browser; the link ends. */
export const useOpenLinked = (token: string) => {
  const reload = useReloadAccess();
  return useMutation({
    mutationFn: (choice: LinkChoice) =>
      call(routes.openLinkedPractice, {
        body: { token, ...choice },
        idempotencyKey: readLinkKey(choice),
      }),
    onSuccess: (_opened, { replace = false }) => {
      localStore.remove(LINK_KEY);
      return reload(replace);
    },
  });
};
