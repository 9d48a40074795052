import { type Analytics, outcomes } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { CategoryBadge, OutcomeBadge } from '@/components/ui/badge';
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
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={t('byCategory')}>
      <table className="w-full">
        <thead>
          <tr className="border-b border-line text-sm text-ink-3">
            <th scope="col" className="py-2 pe-2 sm:pe-4 text-start">
              {t('category')}
            </th>
            <th scope="col" className="px-1 py-2 sm:px-2 text-end">
              {t('diseases')}
            </th>
            <th scope="col" className="px-1 py-2 sm:px-2 text-end">
              {t('entries')}
            </th>
            <th scope="col" className="py-2 ps-1 text-end sm:ps-2">
              {t('successRate')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.category} className="border-b border-line last:border-b-0">
              <th scope="row" className="py-2 pe-2 sm:pe-4 text-start font-normal">
                <CategoryBadge category={row.category} />
              </th>
              <td className="px-1 py-2 sm:px-2 text-end">{formatInteger(row.diseases)}</td>
              <td className="px-1 py-2 sm:px-2 text-end">{formatInteger(row.historyEntries)}</td>
              <td className="py-2 ps-1 text-end sm:ps-2">{formatPercent(row.successRate)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
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
