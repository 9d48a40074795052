import type { Analytics } from '@ctdb/contracts';
import { useTranslation } from '@/i18n/use-translation';
import { CategoryBadge } from '@/components/ui/category-badge';
import { percent, whole } from '@/lib/numbers';

/** Diseases, entries and success of each category. */
export function CategoryTable({ rows }: { rows: Analytics['categories'] }) {
  const { t } = useTranslation('analytics');
  return (
    <div className="overflow-x-auto">
      <table className="w-full">
        <thead>
          <tr className="border-b border-line text-sm text-ink-3">
            <th scope="col" className="py-2 pe-4 text-start">
              {t('category')}
            </th>
            <th scope="col" className="px-2 py-2 text-end">
              {t('diseases')}
            </th>
            <th scope="col" className="px-2 py-2 text-end">
              {t('entries')}
            </th>
            <th scope="col" className="py-2 ps-2 text-end">
              {t('successRate')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.category} className="border-b border-line last:border-b-0">
              <th scope="row" className="py-2 pe-4 text-start font-normal">
                <CategoryBadge category={row.category} />
              </th>
              <td className="px-2 py-2 text-end">{whole(row.diseases)}</td>
              <td className="px-2 py-2 text-end">{whole(row.historyEntries)}</td>
              <td className="py-2 ps-2 text-end">{percent(row.successRate)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
