import type { OpenedPurchase, PartInput, routes as contracts } from '@ctdb/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, routeQuery, routes } from '@/lib/api';
import { clearDrafts } from '@/lib/draft-store';
import { randomHex } from '@/lib/ids';
import { announcePracticeChange } from '@/lib/practice-change';
import { useRequestKey } from '@/lib/request-key';
import { localStore } from '@/lib/storage';

/** An access code as typed; with the e-mail address of its order if that is needed. */
export interface TypedCode {
  accessCode: string;
  email?: string;
}

/**
 * Loads the session and all other data after access came to this browser. If it `replaces` other access,
 * drafts belong to another practice now, and other tabs must not show its data.
 */
const useReloadAccess = () => {
  const client = useQueryClient();
  return (replaces: boolean) => {
    if (replaces) {
      clearDrafts();
      announcePracticeChange();
    }
    const kept: unknown[] = ['config', 'accessLink'];
    return client.resetQueries({ predicate: ({ queryKey }) => !kept.includes(queryKey[0]) });
  };
};

/** Moves what a code opens to this browser. */
export const useRestoreAccess = () => {
  const { keyFor, renew } = useRequestKey();
  const reload = useReloadAccess();
  return useMutation({
    mutationFn: (body: TypedCode & { replace?: boolean }): Promise<OpenedPurchase> =>
      call(routes.restoreAccess, { body, idempotencyKey: keyFor(body) }),
    onSuccess: (_opened, { replace = false }) => {
      renew();
      return reload(replace);
    },
  });
};

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

/** Loads the access that a link may open; changes nothing. */
export const accessLinkQuery = (token: string) =>
  routeQuery(['accessLink', token], routes.openAccessLink, { body: { token } });

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
