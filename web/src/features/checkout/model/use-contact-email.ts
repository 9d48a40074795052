import { emailPattern } from '@ctdb/contracts';
import { useRef, useState } from 'react';

/** Where the buyer wants messages: needed for plans. Only its form is checked. */
export const useContactEmail = (isNeeded: boolean) => {
  const [value, setValue] = useState('');
  const [fault, setFault] = useState<'missing' | 'wrong'>();
  const input = useRef<HTMLInputElement>(null);

  const findFault = (typed: string) => {
    if (typed === '') return isNeeded ? 'missing' : undefined;
    return emailPattern.test(typed) ? undefined : 'wrong';
  };

  return {
    isNeeded,
    value,
    fault,
    input,
    change: (typed: string) => {
      setValue(typed);
      setFault(undefined);
    },
    /** The address, or none; `null` if the order has to wait for it, which the field then says. */
    read: (): string | undefined | null => {
      const typed = value.trim();
      const found = findFault(typed);
      setFault(found);
      if (found === undefined) return typed || undefined;
      input.current?.focus();
      return null;
    },
  };
};

export type ContactEmail = ReturnType<typeof useContactEmail>;
