import { type Analytics, outcomes } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { CategoryBadge, OutcomeBadge } from '@/components/ui/badge';
import { DataTable } from '@/components/ui/data-table';
import { useEnumLabels } from '@/i18n/enum-labels';
import { formatPercent, formatInteger } from '@/lib/numbers';

/** Diseases, entries and success of each category. */
export function CategoryTable({ rows }: { rows: Analytics['categories'] }) {
  const { t } = useTranslation('analytics');
  const labels = useEnumLabels();
  return (
    <DataTable
      label={t('byCategory')}
      rows={rows}
      toKey={({ category }) => category}
      columns={[
        {
          title: t('category'),
          value: ({ category }) => labels.category(category),
          cell: ({ category }) => <CategoryBadge category={category} />,
        },
        { title: t('diseases'), value: ({ diseases }) => diseases },
        { title: t('entries'), value: ({ historyEntries }) => historyEntries },
        {
          title: t('successRate'),
          value: ({ successRate }) => successRate ?? -1,
          cell: ({ successRate }) => formatPercent(successRate),
        },
      ]}
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
