import { lazy, Suspense, type ReactNode } from 'react';
import { useOnceOpen } from './once-open';

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
  look?: 'danger' | 'primary';
}

const Sheet = lazy(async () => ({ default: (await import('./dialog-parts')).ConfirmSheet }));

/** Asks before something is done. Cancel has the focus; only a button closes it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  if (!useOnceOpen(props.open)) return null;
  return (
    <Suspense fallback={null}>
      <Sheet {...props} />
    </Suspense>
  );
}
