import { lazy, Suspense, type ReactNode, type RefObject } from 'react';
import { useOnceOpen } from './once-open';

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

const Sheet = lazy(async () => ({ default: (await import('./dialog-parts')).DialogSheet }));

/** A short form above the page. Escape and the cross close it; focus returns. */
export function Dialog(props: DialogProps) {
  if (!useOnceOpen(props.open)) return null;
  return (
    <Suspense fallback={null}>
      <Sheet {...props} />
    </Suspense>
  );
}
