import { useState } from 'react';

/** A dialog that opens: `at` makes each opening a new one, which starts from the beginning. */
interface Opening<T> {
  at: number;
  open: boolean;
  what: T;
}

/** Opens a dialog for something, fetched and mounted only when it is first wanted. */
export const useDialogState = <T>() => {
  const [opening, set] = useState<Opening<T>>();
  return {
    opening,
    open: (what: T) => set({ at: (opening?.at ?? 0) + 1, open: true, what }),
    close: () => set(opening && { ...opening, open: false }),
  };
};
