import { type Analytics, outcomes } from '@ctdb/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Page } from '@/components/layout/page';
import { CategoryBadge, OutcomeBadge } from '@/components/ui/badge';
import { DataTable } from '@/components/ui/data-table';
import { Figures } from '@/components/ui/facts';
import { Loaded } from '@/components/ui/loaded';
import { ErrorState, Notice } from '@/components/ui/notice';
import { Section } from '@/components/ui/section';
import { useEnumLabels } from '@/i18n/enum-labels';
import { currentQuery, routes } from '@/lib/api';
import { formatPercent, formatInteger } from '@/lib/numbers';

/** Diseases, entries and success of each category. */
function CategoryTable({ rows }: { rows: Analytics['categories'] }) {
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
function OutcomeList({ counts }: { counts: Analytics['outcomes'] }) {
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
            <span
              aria-hidden
              className="h-2 overflow-hidden rounded-full bg-neutral-soft forced-color-adjust-none"
            >
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

/** Statistics of the registry, reloaded whenever the screen opens. */
function AnalyticsContent() {
  const { t } = useTranslation('analytics');
  const query = useQuery(currentQuery(['analytics'], routes.getAnalytics));
  // Old figures must not pass for the current ones.
  if (query.isError) return <ErrorState title={t('failed')} query={query} />;
  return (
    <Loaded query={query}>
      {(data) => (
        <div className="flex flex-col gap-12">
          {data.samples && <Notice>{t('samples')}</Notice>}
          <Figures
            className="sm:grid-cols-2 lg:grid-cols-4"
            rows={[
              { label: t('activeTreatments'), value: formatInteger(data.activeTreatments) },
              {
                label: t('successRate'),
                value: formatPercent(data.successRate),
                note: t(data.successRate === null ? 'successNone' : 'successHint'),
              },
              {
                label: t('patients'),
                value: formatInteger(data.patients),
                note: t('patientsHint'),
              },
              {
                label: t('entries'),
                value: formatInteger(data.historyEntries),
                note: t('recent', { count: data.entriesLast30Days }),
              },
            ]}
          />
          <p className="text-ink-2">{t('evidence')}</p>
          <div className="grid gap-12 lg:grid-cols-2">
            <div className="min-w-0">
              <h2 id="by-category" className="mb-3 text-lg">
                {t('byCategory')}
              </h2>
              <CategoryTable rows={data.categories} />
            </div>
            <Section
              id="by-outcome"
              title={t('byOutcome')}
              headingClass="mb-3 text-lg"
              className="min-w-0"
            >
              <OutcomeList counts={data.outcomes} />
            </Section>
          </div>
        </div>
      )}
    </Loaded>
  );
}

/** Statistics of the registry, for readers with the capability `analytics`. */
export default function AnalyticsPage() {
  const { t } = useTranslation('analytics');
  return (
    <Page needs="analytics" title={t('title')} intro={t('intro')}>
      <AnalyticsContent />
    </Page>
  );
}
