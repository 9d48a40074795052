import type { Analytics } from '@ctdb/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Page } from '@/components/layout/page';
import { Figures } from '@/components/ui/facts';
import { ErrorState, Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { Section } from '@/components/ui/section';
import { call, routes } from '@/lib/api';
import { formatPercent, formatInteger } from '@/lib/numbers';
import { CategoryTable, OutcomeList } from '../components/analytics-tables';

/** Statistics of the registry, reloaded whenever the screen opens. */
const useAnalytics = () =>
  useQuery({
    queryKey: ['analytics'],
    queryFn: ({ signal }): Promise<Analytics> => call(routes.getAnalytics, { signal }),
    refetchOnMount: 'always',
  });

function AnalyticsContent() {
  const { t } = useTranslation('analytics');
  const query = useAnalytics();
  if (query.isPending) return <Skeleton className="h-96" />;
  if (query.isError) return <ErrorState title={t('failed')} query={query} />;
  const { data } = query;
  return (
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
          { label: t('patients'), value: formatInteger(data.patients), note: t('patientsHint') },
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
