import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { hasDraft } from './draft-store';
import { sessionQuery } from './session';

/**
 * The key of a draft, because drafts contain patients' names: of this account where a person is signed in, else of the
 * practice, whose later passes find the draft again.
 */
export const useDraftKey = (name: string): string => {
  const client = useQueryClient();
  // Kept, because the session may end while the form is open.
  const [reader] = useState(() => {
    const { username, practice } = client.getQueryData(sessionQuery.queryKey) ?? {};
    if (username) return `@${username}`;
    return practice ? `#${practice}` : '';
  });
  return name + reader;
};

/** Whether there is a draft of this reader, so that its form can be opened again. */
export const useHasDraft = (name: string): boolean => {
  const key = useDraftKey(name);
  const [isThere] = useState(() => hasDraft(key));
  return isThere;
};
