import type { ReactNode } from 'react';

interface UnfoldProps {
  title: ReactNode;
  /** With `onToggle`: the caller holds the state, and the part is rendered only while it is open. */
  isOpen?: boolean;
  onToggle?: (isOpen: boolean) => void;
  className?: string;
  children: ReactNode;
}

/** A part that is folded away under its title. */
export function Unfold({ title, isOpen, onToggle, className, children }: UnfoldProps) {
  return (
    <details open={isOpen} className={className}>
      <summary
        // The event `toggle` also comes, late, after the program has unfolded it.
        onClick={(event) => {
          if (!onToggle) return;
          event.preventDefault();
          onToggle(!isOpen);
        }}
        className="w-fit cursor-pointer rounded-sm font-semibold text-accent coarse:py-2"
      >
        {title}
      </summary>
      {(isOpen || !onToggle) && children}
    </details>
  );
}
