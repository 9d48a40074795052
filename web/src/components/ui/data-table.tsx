import { ArrowDown, ArrowUp } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { cn } from '@/lib/cn';
import { moveFocus } from '@/lib/focus';
import { formatInteger } from '@/lib/numbers';

/** A column of a {@link DataTable}. */
export interface Column<T> {
  /** Unique among the columns. */
  title: string;
  /** What a click on the title sorts the rows by, and what is shown without a `cell`. */
  value?: (row: T) => string | number;
  cell?: (row: T) => ReactNode;
  /** Words, not figures, which stand at the end of their column. */
  isText?: boolean;
  /** Left out on a phone. */
  isMinor?: boolean;
}

interface DataTableProps<T> {
  /** Accessible name of the region, which scrolls sideways on small screens. */
  label: string;
  /** The first one names the rows. */
  columns: readonly Column<T>[];
  rows: readonly T[];
  toKey: (row: T) => string;
  /** Lower rows with smaller text. */
  isDense?: boolean;
  /** Opens the details of a row: a click anywhere on it, or its button, which says this too. */
  open?: { toName: (row: T) => string; run: (row: T) => void };
}

const contentOf = <T,>({ cell, value }: Column<T>, row: T): ReactNode => {
  if (cell) return cell(row);
  const shown = value?.(row);
  return typeof shown === 'number' ? formatInteger(shown) : shown;
};

const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));

/** Keys that move the focus from row to row. */
const keySteps = { ArrowDown: (at: number) => at + 1, ArrowUp: (at: number) => at - 1 };

/** Rows in columns, one row for each thing. A reader may sort them, if all of them are there. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { label, columns, rows, toKey, isDense = false, open } = props;
  const [sorting, setSorting] = useState({ title: '', isDown: false });
  const sortBy = columns.find(({ title }) => title === sorting.title)?.value;
  const sorted = sortBy ? [...rows].sort((a, b) => compare(sortBy(a), sortBy(b))) : [...rows];
  if (sortBy && sorting.isDown) sorted.reverse();
  const styleOf = ({ isText, isMinor }: Column<T>, at: number) =>
    cn(
      'not-first:ps-1 not-last:pe-1 sm:not-first:ps-3 sm:not-last:pe-3',
      isDense ? 'py-1.5 coarse:py-2.5' : 'py-2',
      at === 0 || isText ? 'text-start' : 'text-end tabular-nums',
      isMinor && 'max-sm:hidden',
    );
  const headOf = ({ title, value }: Column<T>) => {
    const isSorted = title === sorting.title;
    const SortSign = sorting.isDown ? ArrowDown : ArrowUp;
    if (!value) return title;
    return (
      <button
        type="button"
        className="inline-flex min-h-6 items-center gap-1 rounded-sm hover:text-ink"
        onClick={() => setSorting({ title, isDown: isSorted && !sorting.isDown })}
      >
        {title}
        {isSorted && <SortSign aria-hidden className="size-4" />}
      </button>
    );
  };
  const cellOf = (column: Column<T>, row: T, at: number) => {
    if (at > 0 || !open) return contentOf(column, row);
    return (
      // Its click reaches the row, which handles it.
      <button type="button" data-open className="rounded-sm text-start">
        {contentOf(column, row)}
        <span className="sr-only"> {open.toName(row)}</span>
      </button>
    );
  };
  const order = sorting.isDown ? 'descending' : 'ascending';
  return (
    // `relative` holds the texts for screen readers inside.
    <div className="relative overflow-x-auto" tabIndex={0} role="region" aria-label={label}>
      <table className={cn('w-full', isDense && 'text-sm')}>
        <thead>
          <tr className="border-b border-line text-sm text-ink-3">
            {columns.map((column, at) => (
              <th
                key={column.title}
                scope="col"
                aria-sort={column.title === sorting.title ? order : undefined}
                className={cn(styleOf(column, at), 'font-semibold')}
              >
                {headOf(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={(event) => moveFocus(event, '[data-open]', keySteps)}>
          {sorted.map((row) => (
            <tr
              key={toKey(row)}
              onClick={open && (() => open.run(row))}
              className={cn(
                'border-b border-line last:border-b-0',
                open && 'cursor-pointer hover:bg-sunk',
              )}
            >
              {columns.map((column, at) => {
                const Cell = at === 0 ? 'th' : 'td';
                return (
                  <Cell
                    key={column.title}
                    scope={at === 0 ? 'row' : undefined}
                    className={cn(styleOf(column, at), 'font-normal')}
                  >
                    {cellOf(column, row, at)}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
