import { outcomes, type Trends } from '@ctdb/contracts';
import { format } from 'date-fns/format';
import { enUS } from 'date-fns/locale/en-US';
import { kn } from 'date-fns/locale/kn';
import { useTranslation } from 'react-i18next';
import { useEnumLabels } from '@/i18n/enum-labels';
import { useLanguage } from '@/i18n/language';
import { formatPercent } from '@/lib/numbers';

const locales = { en: enUS, kn };

/** Steps begin at midnight UTC: their calendar day is the same for every reader. */
const calendarDay = (start: string): Date => {
  const [year = 0, month = 1, day = 1] = start.slice(0, 10).split('-').map(Number);
  return new Date(year, month - 1, day);
};

/** Names of a week or month: short for an axis, long for a table. */
export const useStepLabel = (step: 'week' | 'month') => {
  const { t } = useTranslation('trends');
  const language = useLanguage();
  const write = (start: string, pattern: string) =>
    format(calendarDay(start), pattern, { locale: locales[language] });
  return {
    short: (start: string) => write(start, step === 'week' ? 'MMM d' : 'MMM yy'),
    long: (start: string) =>
      step === 'week'
        ? t('weekOf', { date: write(start, 'MMMM d, yyyy') })
        : write(start, 'MMMM yyyy'),
  };
};

/** The figures behind the chart; outcomes that never occurred are left out. */
export function TrendsTable({ trends }: { trends: Trends }) {
  const { t } = useTranslation('trends');
  const words = useEnumLabels();
  const label = useStepLabel(trends.step);
  const seen = outcomes.filter((outcome) =>
    trends.points.some((point) => (point.outcomes[outcome] ?? 0) > 0),
  );
  return (
    <details className="mt-6">
      <summary className="w-fit rounded-sm font-semibold text-accent">{t('table')}</summary>
      <div className="mt-3 overflow-x-auto" tabIndex={0} role="region" aria-label={t('table')}>
        <table className="w-full text-sm">
          <thead>
            <tr className="border-b border-line text-start text-ink-3">
              <th scope="col" className="py-2 pe-4 text-start">
                {t(`step.${trends.step}`)}
              </th>
              {seen.map((outcome) => (
                <th key={outcome} scope="col" className="px-2 py-2 text-end">
                  {words.outcome(outcome)}
                </th>
              ))}
              <th scope="col" className="px-2 py-2 text-end">
                {t('total')}
              </th>
              <th scope="col" className="py-2 ps-2 text-end">
                {t('successRate')}
              </th>
            </tr>
          </thead>
          <tbody>
            {trends.points.map((point) => (
              <tr key={point.start} className="border-b border-line last:border-b-0">
                <th scope="row" className="py-2 pe-4 text-start font-normal whitespace-nowrap">
                  {label.long(point.start)}
                </th>
                {seen.map((outcome) => (
                  <td key={outcome} className="px-2 py-2 text-end">
                    {point.outcomes[outcome] ?? 0}
                  </td>
                ))}
                <td className="px-2 py-2 text-end font-semibold">{point.total}</td>
                <td className="py-2 ps-2 text-end">{formatPercent(point.successRate)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
