import { lazy, type ReactNode, type RefObject, Suspense, useState } from 'react';

/** True from the first time that `open` was: what opens rarely is fetched only then. */
const useHasOpened = (open: boolean): boolean => {
  const [once, setOnce] = useState(open);
  if (open && !once) setOnce(true);
  return once;
};

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** What is focused first; else the first thing that can be. */
  initialFocus?: RefObject<HTMLElement | null>;
  className?: string;
}

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

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The question itself: "Are you sure you want to delete this disease?" */
  question: string;
  /** What follows from it, for example that it can be undone. */
  consequence?: ReactNode;
  /** The verb on the button: "Delete". */
  confirm: string;
  onConfirm: () => void;
  pending?: boolean;
  variant?: 'danger' | 'primary';
  /** What is focused after it closes; else what was focused before. */
  finalFocus?: RefObject<HTMLElement | null> | undefined;
  children?: ReactNode;
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
