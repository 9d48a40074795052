import { type TrendPeriod, trendPeriods } from '@ctdb/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Page } from '@/components/layout/page';
import { LinkButton } from '@/components/ui/button';
import { Select } from '@/components/ui/field';
import { EmptyState, ErrorState, Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { getName, useLanguage } from '@/lib/language';
import { currentQuery, routeQuery, routes } from '@/lib/api';
import { cn } from '@/lib/cn';
import { parseObjectId } from '@/lib/ids';
import { formatPercent, formatInteger } from '@/lib/numbers';
import { TrendsChart, TrendsTable } from '../components/trends-figures';

interface TrendsContentProps {
  period: TrendPeriod;
  diseaseId: string | undefined;
}

/** Outcomes over time, of one disease or of all. */
function TrendsContent({ period, diseaseId }: TrendsContentProps) {
  const { t } = useTranslation(['trends', 'analytics']);
  const query = useQuery({
    // Other screens change the records, so the numbers are loaded again.
    ...currentQuery(['trends', period, diseaseId], routes.getTrends, {
      query: { period, diseaseId },
    }),
    placeholderData: keepPreviousData,
  });
  if (query.isPending) return <Skeleton className="h-96" />;
  if (query.isError) return <ErrorState title={t('failed')} query={query} />;
  const { data } = query;
  if (data.total === 0) return <EmptyState title={t('none')}>{t('noneHint')}</EmptyState>;
  return (
    <div className={cn(query.isPlaceholderData && 'opacity-60')} aria-busy={query.isFetching}>
      {data.samples && <Notice className="mb-6">{t('analytics:samples')}</Notice>}
      <p className="mb-6 text-lg text-ink-2">
        {t('summary', { total: formatInteger(data.total), rate: formatPercent(data.successRate) })}
      </p>
      <TrendsChart trends={data} />
      <TrendsTable trends={data} />
    </div>
  );
}

/** Which disease the figures are limited to, and the way back to all. */
function DiseaseFilterNotice({ id }: { id: string }) {
  const { t } = useTranslation('trends');
  const language = useLanguage();
  const { data } = useQuery(
    routeQuery(['trends', 'disease', id], routes.getDisease, { params: { id } }),
  );
  if (!data) return null;
  return (
    <p className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-1">
      <span>{t('of', { name: getName(data, language) })}</span>
      <LinkButton to="/trends" variant="link">
        {t('all')}
      </LinkButton>
    </p>
  );
}

/** How treatments turned out over the last months. */
export default function TrendsPage() {
  const { t } = useTranslation(['trends', 'analytics']);
  const [params, setParams] = useSearchParams();
  const period = trendPeriods.find((name) => name === params.get('period')) ?? trendPeriods[0];
  const diseaseId = parseObjectId(params.get('disease'));
  const choose = (next: TrendPeriod) =>
    setParams(
      (current) => {
        current.set('period', next);
        return current;
      },
      { replace: true },
    );
  return (
    <Page needs="analytics" title={t('title')} intro={t('intro')}>
      <Select
        aria-label={t('period.label')}
        value={period}
        options={trendPeriods.map((value) => ({ value, label: t(`period.${value}`) }))}
        onChange={choose}
        className="mb-6 w-44"
      />
      {diseaseId && <DiseaseFilterNotice id={diseaseId} />}
      <TrendsContent period={period} diseaseId={diseaseId} />
    </Page>
  );
}
