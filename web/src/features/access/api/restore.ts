import type { OpenedPurchase } from '@ctdb/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call, routes } from '@/lib/api';
import { clearDrafts } from '@/lib/draft-store';
import { announcePracticeChange } from '@/lib/practice-change';
import { useRequestKey } from '@/lib/request-key';

/** An access code as typed; with the e-mail address of its order if that is needed. */
export interface TypedCode {
  accessCode: string;
  email?: string;
}

/**
 * Loads the session and all other data after access came to this browser. If it `replaces` other access,
 * drafts belong to another practice now, and other tabs must not show its data.
 */
export const useReloadAccess = () => {
  const client = useQueryClient();
  return useCallback(
    (replaces: boolean) => {
      if (replaces) {
        clearDrafts();
        announcePracticeChange();
      }
      const kept: unknown[] = ['config', 'accessLink'];
      return client.resetQueries({ predicate: ({ queryKey }) => !kept.includes(queryKey[0]) });
    },
    [client],
  );
};

/** Loads what a code opens, and what this browser opens now; changes nothing. */
export const useCheckCode = () =>
  useMutation({ mutationFn: (body: TypedCode) => call(routes.checkAccessCode, { body }) });

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
