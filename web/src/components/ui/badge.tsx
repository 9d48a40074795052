import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn';

const tones = {
  accent: 'bg-accent-soft text-accent',
  primary: 'bg-primary-soft text-primary',
  green: 'bg-success-soft text-success',
  amber: 'bg-caution-soft text-caution',
  yellow: 'bg-yellow-soft text-yellow',
  red: 'bg-danger-soft text-danger',
  blue: 'bg-info-soft text-info',
  gray: 'bg-neutral-soft text-neutral',
};

interface BadgeProps extends ComponentProps<'span'> {
  tone?: keyof typeof tones;
}

/** A word on a tinted ground. The word carries the meaning, the colour only repeats it. */
export function Badge({ tone = 'gray', className, ...rest }: BadgeProps) {
  return (
    <span
      {...rest}
      className={cn(
        'inline-flex w-fit max-w-full items-center gap-1.5 rounded-sm px-2 py-0.5 text-sm font-semibold',
        tones[tone],
        className,
      )}
    />
  );
}
