import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';

interface EmptyStateProps {
  title: ReactNode;
  /** What this place is for. */
  children?: ReactNode;
  /** The next step, as a button or link. */
  action?: ReactNode;
  icon?: ReactNode;
  className?: string;
}

/** Nothing here yet: says what the place is for and offers the next step. */
export function EmptyState({ title, children, action, icon, className }: EmptyStateProps) {
  return (
    <div className={cn('flex flex-col items-center gap-2 px-4 py-12 text-center', className)}>
      {icon && (
        <span aria-hidden className="mb-2 text-ink-3 [&_svg]:size-8 [&_svg]:stroke-[1.5]">
          {icon}
        </span>
      )}
      <p className="text-lg font-semibold">{title}</p>
      {children && <div className="max-w-prose text-ink-2">{children}</div>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
