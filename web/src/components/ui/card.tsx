import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn';

/** A sheet on the page. Most things need none: white space separates better. */
export function Card({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cn('rounded-lg border border-line bg-raised p-6', className)} />;
}
