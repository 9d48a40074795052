import { type ReactNode, Suspense, useState } from 'react';

/**
 * A dialog that opens with a payload. Its code is loaded at the first opening; each one mounts it anew, so that
 * its form is blank.
 */
export const useLazyDialog = <T,>(
  show: (payload: T, dialog: { open: boolean; onClose: () => void }) => ReactNode,
) => {
  const [opening, set] = useState<{ key: number; open: boolean; payload: T }>();
  // A form that ends late closes its own dialog, never one that was opened after it.
  const onClose = () =>
    set((current) =>
      current?.key === opening?.key ? current && { ...current, open: false } : current,
    );
  return {
    open: (payload: T) => set({ key: (opening?.key ?? 0) + 1, open: true, payload }),
    dialog: opening && (
      <Suspense key={opening.key} fallback={null}>
        {show(opening.payload, { open: opening.open, onClose })}
      </Suspense>
    ),
  };
};
