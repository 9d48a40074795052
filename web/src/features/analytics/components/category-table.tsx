import type { Analytics } from '@ctdb/contracts';
import { useTranslation } from 'react-i18next';
import { CategoryBadge } from '@/components/ui/category-badge';
import { percent, whole } from '@/lib/numbers';

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
              <td className="px-1 py-2 sm:px-2 text-end">{whole(row.diseases)}</td>
              <td className="px-1 py-2 sm:px-2 text-end">{whole(row.historyEntries)}</td>
              <td className="py-2 ps-1 text-end sm:ps-2">{percent(row.successRate)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
