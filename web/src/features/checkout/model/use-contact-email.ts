import { isEmail } from '@ctdb/contracts';
import { useRef, useState } from 'react';

/**
 * Where the buyer wants messages: needed for plans. Only its form is checked. The field keeps its own text, as
 * a buyer may type before the scripts of the page have loaded.
 */
export const useContactEmail = (isNeeded: boolean) => {
  const [fault, setFault] = useState<'missing' | 'wrong'>();
  const input = useRef<HTMLInputElement>(null);

  const findFault = (typed: string) => {
    if (typed === '') return isNeeded ? 'missing' : undefined;
    return isEmail(typed) ? undefined : 'wrong';
  };

  return {
    isNeeded,
    fault,
    input,
    clearFault: () => setFault(undefined),
    /** The address, or none; `null` if the order has to wait for it, which the field then says. */
    read: (): string | undefined | null => {
      const typed = input.current?.value.trim() ?? '';
      const found = findFault(typed);
      setFault(found);
      if (found === undefined) return typed || undefined;
      input.current?.focus();
      return null;
    },
  };
};

export type ContactEmail = ReturnType<typeof useContactEmail>;
