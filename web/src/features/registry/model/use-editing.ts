import { useState } from 'react';
import { useHasDraft } from '@/lib/draft-key';

/**
 * Whether a form in place is open. It is at first if there is a draft of this name; when it was closed,
 * the button that opens it takes the focus.
 */
export const useEditing = (draft: string, isAllowed: boolean, isBegun = false) => {
  const hasDraft = useHasDraft(draft);
  const [state, setState] = useState<'open' | 'closed' | undefined>(
    isAllowed && (hasDraft || isBegun) ? 'open' : undefined,
  );
  return {
    isOpen: state === 'open',
    wasOpen: state === 'closed',
    open: () => setState('open'),
    close: () => setState('closed'),
  };
};
