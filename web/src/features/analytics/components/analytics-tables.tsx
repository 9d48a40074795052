import { type Analytics, outcomes } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { CategoryBadge, OutcomeBadge } from '@/components/ui/badge';
import { DataTable } from '@/components/ui/data-table';
import { formatPercent, formatInteger } from '@/lib/numbers';

interface StatProps {
  label: string;
  value: string;
  hint?: string;
}

/** One figure with what it counts. */
export function Stat({ label, value, hint }: StatProps) {
  return (
    <div className="flex flex-col gap-1 border-t-2 border-ink pt-3">
      <dt className="text-ink-2">{label}</dt>
      <dd className="text-3xl font-semibold tabular-nums">{value}</dd>
      {hint && <dd className="text-sm text-ink-3">{hint}</dd>}
    </div>
  );
}

/** Diseases, entries and success of each category. */
export function CategoryTable({ rows }: { rows: Analytics['categories'] }) {
  const { t } = useTranslation('analytics');
  return (
    <DataTable
      label={t('byCategory')}
      rowHeading={t('category')}
      columns={[t('diseases'), t('entries'), t('successRate')]}
      rows={rows.map((row) => ({
        key: row.category,
        heading: <CategoryBadge category={row.category} />,
        cells: [
          formatInteger(row.diseases),
          formatInteger(row.historyEntries),
          formatPercent(row.successRate),
        ],
      }))}
    />
  );
}

/** How often each outcome was recorded, with a bar in proportion to the most frequent one. */
export function OutcomeList({ counts }: { counts: Analytics['outcomes'] }) {
  const most = Math.max(1, ...outcomes.map((outcome) => counts[outcome] ?? 0));
  return (
    <ul className="flex flex-col">
      {outcomes.map((outcome) => {
        const count = counts[outcome] ?? 0;
        return (
          <li
            key={outcome}
            className="grid grid-cols-[minmax(9rem,auto)_1fr_3rem] items-center gap-4 border-b border-line py-2 last:border-b-0"
          >
            <OutcomeBadge outcome={outcome} />
            <span aria-hidden className="h-2 overflow-hidden rounded-full bg-neutral-soft">
              <span
                className="block h-full rounded-full bg-ink-3"
                style={{ width: `${(count / most) * 100}%` }}
              />
            </span>
            <span className="text-end tabular-nums">{formatInteger(count)}</span>
          </li>
        );
      })}
    </ul>
  );
}
