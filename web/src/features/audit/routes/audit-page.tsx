import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Page } from '@/components/layout/page';
import { EmptyState } from '@/components/ui/notice';
import { PagedList } from '@/components/ui/paged-list';
import { pagedQuery, routes } from '@/lib/api';
import { Entry } from '../components/entry';
import { FilterForm } from '../components/filter-form';
import { Verification } from '../components/verification';
import { asQuery, readFilter, readPage, writeFilter } from '../model/filter';

/** The filter, and the entries that it leaves. */
function Trail() {
  const { t } = useTranslation('audit');
  const [search, setSearch] = useSearchParams();
  const filter = readFilter(search);
  const page = readPage(search);
  const wanted = { ...asQuery(filter), page, limit: 25 };
  return (
    <>
      <FilterForm
        // Resets the form if the URL changes (Back, a link).
        key={writeFilter(filter).toString()}
        filter={filter}
        onFilter={(chosen) => setSearch(writeFilter(chosen))}
      />
      <PagedList
        query={useQuery(pagedQuery(['audit'], routes.listAudit, wanted))}
        page={page}
        onPage={(next, replace) => setSearch(writeFilter(filter, next), { replace })}
        failed={t('failed')}
        empty={<EmptyState title={t('none')}>{t('noneHint')}</EmptyState>}
        row={(entry) => <Entry key={entry.id} entry={entry} />}
      />
    </>
  );
}

/** The audit trail; the filter is part of the URL. */
export default function AuditPage() {
  const { t } = useTranslation('audit');
  return (
    <Page needs="admin" title={t('title')} intro={t('intro')}>
      <div className="flex flex-col gap-6">
        <Verification />
        <Trail />
      </div>
    </Page>
  );
}
