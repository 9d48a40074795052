import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { hasDraft } from './draft-store';
import { sessionQuery } from './session';

/**
 * The key of a draft: of this account where a person is signed in, because drafts contain patients' names. Other
 * readers have one practice in this browser; their drafts are deleted when it changes.
 */
export const useDraftKey = (name: string): string => {
  const client = useQueryClient();
  // Kept, because the session may end while the form is open.
  const [account] = useState(() => client.getQueryData(sessionQuery.queryKey)?.username ?? '');
  return account ? `${name}@${account}` : name;
};

/** Whether there is a draft of this reader, so that its form can be opened again. */
export const useHasDraft = (name: string): boolean => {
  const key = useDraftKey(name);
  const [isThere] = useState(() => hasDraft(key));
  return isThere;
};
