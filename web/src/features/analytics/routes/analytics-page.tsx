import type { Analytics } from '@ctdb/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Page } from '@/components/layout/page';
import { ErrorState, Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { Section } from '@/components/ui/section';
import { call, routes } from '@/lib/api';
import { formatPercent, formatInteger } from '@/lib/numbers';
import { CategoryTable, OutcomeList, Stat } from '../components/analytics-tables';

/** Statistics of the registry, reloaded whenever the screen opens. */
const useAnalytics = (enabled: boolean) =>
  useQuery({
    queryKey: ['analytics'],
    queryFn: ({ signal }): Promise<Analytics> => call(routes.getAnalytics, { signal }),
    refetchOnMount: 'always',
    enabled,
  });

function AnalyticsContent() {
  const { t } = useTranslation('analytics');
  const query = useAnalytics(true);
  if (query.isPending) return <Skeleton className="h-96" />;
  if (query.isError) return <ErrorState title={t('failed')} query={query} />;
  const { data } = query;
  return (
    <div className="flex flex-col gap-12">
      {data.samples && <Notice>{t('samples')}</Notice>}
      <dl className="grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
        <Stat label={t('activeTreatments')} value={formatInteger(data.activeTreatments)} />
        <Stat
          label={t('successRate')}
          value={formatPercent(data.successRate)}
          hint={data.successRate === null ? t('successNone') : t('successHint')}
        />
        <Stat label={t('patients')} value={formatInteger(data.patients)} hint={t('patientsHint')} />
        <Stat
          label={t('entries')}
          value={formatInteger(data.historyEntries)}
          hint={t('recent', { count: data.entriesLast30Days })}
        />
      </dl>
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
