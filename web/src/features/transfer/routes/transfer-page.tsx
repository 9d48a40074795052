import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Page } from '@/components/layout/page';
import { Button } from '@/components/ui/button';
import { ListRow } from '@/components/ui/list-row';
import { PagedList } from '@/components/ui/paged-list';
import { UserText } from '@/components/ui/prose';
import { Section } from '@/components/ui/section';
import { useDates } from '@/lib/dates';
import { useImports } from '../api/imports';
import { ExportSection } from '../components/export-section';
import { ImportCard, ImportStatusBadge } from '../components/import-card';
import { ImportSection } from '../components/import-section';

interface ImportHistoryProps {
  /** The import that is shown above. */
  shown: string | undefined;
  onShow: (id: string) => void;
}

/** All imports, newest first. */
function ImportHistory({ shown, onShow }: ImportHistoryProps) {
  const { t } = useTranslation('transfer');
  const { formatDateTime } = useDates();
  const [page, setPage] = useState(1);
  const query = useImports(page);
  const list = (
    <PagedList
      query={query}
      page={page}
      onPage={setPage}
      failed={t('loadFailed')}
      height="h-24"
      empty={null}
      row={({ id, status, createdAt, ...item }) => {
        const name = item.name || t('unnamed');
        return (
          <ListRow
            key={id}
            title={<UserText>{name}</UserText>}
            badges={<ImportStatusBadge status={status} />}
            actions={
              <Button
                size="small"
                aria-label={t('showOf', { name })}
                aria-pressed={id === shown}
                onClick={() => onShow(id)}
              >
                {t('show')}
              </Button>
            }
          >
            <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
          </ListRow>
        );
      }}
    />
  );
  if (!query.data?.total) return list;
  return (
    <Section id="imports-title" title={t('history')} headingClass="mb-2 text-xl">
      {list}
    </Section>
  );
}

function Transfer() {
  const [search, setSearch] = useSearchParams();
  const newest = useImports(1).data?.items[0]?.id;
  const shown = search.get('import') ?? newest;
  const show = (id: string) => setSearch({ import: id }, { replace: true });
  return (
    <div className="flex flex-col gap-10">
      <ExportSection />
      <ImportSection onImport={show} />
      {shown && <ImportCard key={shown} id={shown} />}
      <ImportHistory shown={shown} onShow={show} />
    </div>
  );
}

/** Exports of the registry as files, and imports of such files. */
export default function TransferPage() {
  const { t } = useTranslation('transfer');
  return (
    <Page needs="admin" title={t('title')} intro={t('intro')}>
      <Transfer />
    </Page>
  );
}
