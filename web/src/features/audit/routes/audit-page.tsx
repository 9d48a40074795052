import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router-dom';
import { Page } from '@/components/layout/page';
import { EmptyState, ErrorState } from '@/components/ui/notice';
import { Pagination } from '@/components/ui/pagination';
import { Skeleton } from '@/components/ui/progress';
import { useAudit } from '../api/audit';
import { Entry } from '../components/entry';
import { FilterForm } from '../components/filter-form';
import { Verification } from '../components/verification';
import { readFilter, readPage, writeFilter } from '../model/filter';

function Trail() {
  const { t } = useTranslation('audit');
  const [search, setSearch] = useSearchParams();
  const filter = readFilter(search);
  const page = readPage(search);
  const { data, isPending, error, refetch, isPlaceholderData } = useAudit(filter, page);
  if (isPending) return <Skeleton className="h-96" />;
  if (!data) return <ErrorState title={t('failed')} query={{ error, refetch }} />;
  if (!isPlaceholderData && page > data.pages)
    return <Navigate to={`?${writeFilter(filter, data.pages).toString()}`} replace />;
  return (
    <>
      {data.items.length === 0 && <EmptyState title={t('none')}>{t('noneHint')}</EmptyState>}
      <ul aria-busy={isPlaceholderData}>
        {data.items.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
      {data.pages > 1 && (
        <Pagination
          page={Math.min(page, data.pages)}
          pages={data.pages}
          onPage={(next) => setSearch(writeFilter(filter, next))}
          className="mt-6"
        />
      )}
    </>
  );
}

function Filter() {
  const [search, setSearch] = useSearchParams();
  const filter = readFilter(search);
  const query = writeFilter(filter).toString();
  // The key resets the form if the URL changes (Back, a link).
  return <FilterForm key={query} filter={filter} onFilter={(f) => setSearch(writeFilter(f))} />;
}

/** The audit trail; the filter is part of the URL. */
export default function AuditPage() {
  const { t } = useTranslation('audit');
  return (
    <Page needs="admin" title={t('title')} intro={t('intro')}>
      <div className="flex flex-col gap-6">
        <Verification />
        <Filter />
        <Trail />
      </div>
    </Page>
  );
}
