import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { ConfirmDialogProps, DialogProps } from './dialog-parts';

/** Shows a dialog from its first opening on: what opens rarely is fetched only then. */
function OnceOpened({ open, children }: { open: boolean; children: ReactNode }) {
  const [hasOpened, setOpened] = useState(open);
  if (open && !hasOpened) setOpened(true);
  return hasOpened && <Suspense fallback={null}>{children}</Suspense>;
}

const DialogPopup = lazy(async () => ({ default: (await import('./dialog-parts')).DialogPopup }));

/** A short form above the page. Escape and the cross close it; focus returns. */
export function Dialog(props: DialogProps) {
  return (
    <OnceOpened open={props.open}>
      <DialogPopup {...props} />
    </OnceOpened>
  );
}

const ConfirmPopup = lazy(async () => ({ default: (await import('./dialog-parts')).ConfirmPopup }));

/** Asks before something is done. Cancel has the focus; only a button closes it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <OnceOpened open={props.open}>
      <ConfirmPopup {...props} />
    </OnceOpened>
  );
}
