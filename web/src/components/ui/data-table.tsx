import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';

const headCell = 'py-2 pe-2 text-start sm:pe-4';
const cell = 'px-1 py-2 text-end last:pe-0 sm:px-2';

interface DataTableProps {
  /** Accessible name of the region, which scrolls sideways on small screens. */
  label: string;
  /** Heading of the column that names the rows. */
  rowHeading: string;
  columns: readonly string[];
  rows: readonly { key: string; heading: ReactNode; cells: readonly ReactNode[] }[];
  className?: string;
}

/** Figures in columns, one row for each thing that is counted. */
export function DataTable({ label, rowHeading, columns, rows, className }: DataTableProps) {
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={label}>
      <table className={cn('w-full', className)}>
        <thead>
          <tr className="border-b border-line text-sm text-ink-3">
            <th scope="col" className={headCell}>
              {rowHeading}
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className={cell}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, heading, cells }) => (
            <tr key={key} className="border-b border-line last:border-b-0">
              <th scope="row" className={cn(headCell, 'font-normal')}>
                {heading}
              </th>
              {cells.map((value, at) => (
                <td key={columns[at]} className={cell}>
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
