import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';
import { Card } from './card';

interface FactsProps {
  /** Those without a value are left out. */
  rows: readonly (readonly [name: string, value: ReactNode])[];
  /** Each value stands below its name, not beside it. */
  isStacked?: boolean;
  className?: string;
}

/** Names and values. */
export function Facts({ rows, isStacked = false, className }: FactsProps) {
  return (
    <dl className={cn('grid gap-x-6 gap-y-2', !isStacked && 'sm:grid-cols-[auto_1fr]', className)}>
      {rows.map(
        ([name, value]) =>
          Boolean(value) && (
            <div key={name} className={cn('min-w-0', !isStacked && 'sm:contents')}>
              <dt className={isStacked ? 'text-sm text-ink-2' : 'text-ink-2'}>{name}</dt>
              <dd className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 wrap-anywhere tabular-nums">
                {value}
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

interface FiguresProps {
  rows: readonly { label: string; value: ReactNode; note?: ReactNode }[];
  className: string;
}

/** Figures that a page is about, each in large type. */
export function Figures({ rows, className }: FiguresProps) {
  return (
    <dl className={cn('grid gap-4', className)}>
      {rows.map(({ label, value, note }) => (
        <Card key={label} className="flex flex-col gap-1">
          <dt className="text-ink-2">{label}</dt>
          <dd className="text-3xl font-semibold tabular-nums">{value}</dd>
          {note && <dd className="text-sm text-ink-3">{note}</dd>}
        </Card>
      ))}
    </dl>
  );
}
