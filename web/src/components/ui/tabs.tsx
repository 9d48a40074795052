import { Tabs as Base } from '@base-ui/react/tabs';
import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn';

/** `<Tabs value onValueChange><TabList><Tab value/>…</TabList><TabPanel value/>…</Tabs>` */
export const Tabs = Base.Root;

export function TabList({ className, ...rest }: ComponentProps<typeof Base.List>) {
  return (
    <Base.List
      activateOnFocus
      {...rest}
      className={cn('flex gap-6 overflow-x-auto border-b border-line', className)}
    />
  );
}

export function Tab({ className, ...rest }: ComponentProps<typeof Base.Tab>) {
  return (
    <Base.Tab
      {...rest}
      className={cn(
        '-mb-px min-h-(--control) shrink-0 border-b-2 border-transparent px-1 py-1 font-semibold',
        'text-ink-2 transition-colors duration-100 hover:text-ink focus-visible:-outline-offset-2',
        'data-active:border-accent data-active:text-ink',
        className,
      )}
    />
  );
}

export function TabPanel({ className, ...rest }: ComponentProps<typeof Base.Panel>) {
  return <Base.Panel {...rest} className={cn('pt-6', className)} />;
}
