import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Page } from '@/components/layout/page';
import { useImports } from '../api/imports';
import { ExportSection } from '../components/export-section';
import { ImportCard } from '../components/import-card';
import { ImportHistory } from '../components/import-history';
import { ImportSection } from '../components/import-section';

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
