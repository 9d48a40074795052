import { lazy, Suspense, useState } from 'react';
import type { ConfirmDialogProps, DialogProps } from './dialog-parts';

/** True from the first time that `open` was: what opens rarely is fetched only then. */
const useHasOpened = (open: boolean): boolean => {
  const [once, setOnce] = useState(open);
  if (open && !once) setOnce(true);
  return once;
};

const DialogPopup = lazy(async () => ({ default: (await import('./dialog-parts')).DialogPopup }));

/** A short form above the page. Escape and the cross close it; focus returns. */
export function Dialog(props: DialogProps) {
  if (!useHasOpened(props.open)) return null;
  return (
    <Suspense fallback={null}>
      <DialogPopup {...props} />
    </Suspense>
  );
}

/** The details of one row, beside the list. */
export function Drawer(props: Omit<DialogProps, 'isDrawer'>) {
  return <Dialog isDrawer {...props} />;
}

const ConfirmPopup = lazy(async () => ({ default: (await import('./dialog-parts')).ConfirmPopup }));

/** Asks before something is done. Cancel has the focus; only a button closes it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  if (!useHasOpened(props.open)) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmPopup {...props} />
    </Suspense>
  );
}
