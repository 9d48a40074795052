import { useState } from 'react';

/** State of an open dialog; `key` is new for each opening, so that its form is mounted anew. */
interface DialogState<T> {
  key: number;
  open: boolean;
  payload: T;
}

/** Opens a dialog with a payload. Its code is loaded and mounted at the first opening. */
export const useDialogState = <T>() => {
  const [opening, set] = useState<DialogState<T>>();
  return {
    opening,
    open: (payload: T) => set({ key: (opening?.key ?? 0) + 1, open: true, payload }),
    close: () => set(opening && { ...opening, open: false }),
  };
};
