import { cn } from '@/lib/cn';

interface ProgressProps {
  value: number;
  max?: number;
  /** What is under way, for screen readers. */
  label: string;
  className?: string;
}

/** How far a piece of work is. Say beside it in words what is happening. */
export function Progress({ value, max = 100, label, className }: ProgressProps) {
  const part = Math.min(Math.max(value / max, 0), 1);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(Math.max(value, 0), max)}
      className={cn('h-2 overflow-hidden rounded-full bg-neutral-soft', className)}
    >
      <div
        className="h-full origin-left bg-accent transition-transform duration-150"
        style={{ transform: `scaleX(${part})` }}
      />
    </div>
  );
}
