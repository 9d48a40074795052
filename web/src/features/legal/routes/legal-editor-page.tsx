import { type LegalPageName, legalPages } from '@ctdb/contracts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '@/components/layout/page';
import { Loaded } from '@/components/ui/loaded';
import { ViewTabs } from '@/components/ui/tabs';
import { routeQuery, routes } from '@/lib/api';
import { LegalForm } from '../components/legal-form';

function Editor({ page }: { page: LegalPageName }) {
  const edited = routeQuery(['legal', page, 'edited'], routes.getLegalPage, { params: { page } });
  // Loaded anew each time the form is opened.
  const query = useQuery({ ...edited, gcTime: 0 });
  const [round, setRound] = useState(0);
  const place = useRef<HTMLDivElement>(null);
  const startAnew = async () => {
    place.current?.focus();
    await query.refetch();
    setRound(round + 1);
  };
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <Loaded query={query}>
        {(text) => <LegalForm key={round} page={text} onClose={() => void startAnew()} />}
      </Loaded>
    </div>
  );
}

/** The texts of contact, terms, privacy and refunds. */
export default function LegalEditorPage() {
  const { t } = useTranslation(['legal', 'common']);
  return (
    <Page needs="admin" title={t('edit.title')} intro={t('edit.intro')}>
      <ViewTabs
        views={legalPages}
        label={t('edit.title')}
        toName={(page) => t(`common:legal.${page}`)}
      >
        {(page) => <Editor page={page} />}
      </ViewTabs>
    </Page>
  );
}
