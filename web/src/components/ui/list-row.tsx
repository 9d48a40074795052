import type { ReactNode } from 'react';

interface ListRowProps {
  /** Names the thing. */
  title: ReactNode;
  /** Beside the title: its state, its sort. */
  badges?: ReactNode;
  /** Below the title: what else is known. */
  children?: ReactNode;
  actions?: ReactNode;
  /** As wide as the row, at its end: a form that was opened, a dialog. */
  below?: ReactNode;
}

/** One thing in a list: its title, details and actions. */
export function ListRow({ title, badges, children, actions, below }: ListRowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-line py-3 last:border-b-0">
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 font-semibold wrap-anywhere">{title}</span>
          {badges}
        </p>
        <div className="flex flex-col gap-1 text-sm wrap-anywhere text-ink-2 tabular-nums empty:hidden">
          {children}
        </div>
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      {below}
    </li>
  );
}
