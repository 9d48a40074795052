import { cn } from '@/lib/cn';

interface ProgressProps {
  /** Accessible name of the bar. */
  label: string;
  /** Part of `max` that is done; absent if it is unknown. */
  value?: number | undefined;
  max?: number;
}

/** A progress bar. The caller shows a text beside it. */
export function Progress({ label, value, max = 100 }: ProgressProps) {
  const share = value === undefined || max === 0 ? undefined : Math.min(1, value / max);
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === undefined ? undefined : Math.round(share * 100)}
      className="h-2 overflow-hidden rounded-full bg-sunk"
    >
      <div
        className={`h-full rounded-full bg-accent ${share === undefined ? 'animate-pulse' : ''}`}
        style={{ width: `${(share ?? 1) * 100}%` }}
      />
    </div>
  );
}

/** Placeholder for content that is being loaded. Give it the size of that content. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cn('skeleton block min-h-[1lh] rounded-sm bg-neutral-soft', className)}
    />
  );
}
