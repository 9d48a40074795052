import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn';

/** A card. Use it rarely, because white space separates content better. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cn('rounded-lg border border-line bg-raised p-6', className)} />;
}
