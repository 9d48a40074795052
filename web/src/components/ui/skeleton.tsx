import { cn } from '@/lib/cn';

/** Holds the place of what is being loaded. Give it the measures of the real thing. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={cn('skeleton block h-[1lh] rounded-sm bg-neutral-soft', className)}
    />
  );
}
