import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '@/components/layout/page';
import { EmptyState } from '@/components/ui/notice';
import { PagedList } from '@/components/ui/paged-list';
import { ViewTabs } from '@/components/ui/tabs';
import { pagedQuery, routes } from '@/lib/api';
import { DeadLetterRow } from '../components/dead-letter-row';

type View = 'waiting' | 'settled';

function DeadLetterList({ view }: { view: View }) {
  const { t } = useTranslation('deadLetters');
  const [page, setPage] = useState(1);
  // Waiting ones come oldest first, others newest first.
  const settled = view === 'settled' ? 'true' : 'false';
  const wanted = { page, limit: 20, settled } as const;
  return (
    <PagedList
      query={useQuery(pagedQuery(['dead-letters', 'list'], routes.listDeadLetters, wanted))}
      page={page}
      onPage={setPage}
      failed={t('failed')}
      empty={<EmptyState title={t(`none.${view}`)}>{t(`noneHint.${view}`)}</EmptyState>}
      height="h-64"
      row={(letter) => <DeadLetterRow key={letter.id} letter={letter} />}
    />
  );
}

/** The dead letters, with their content and buttons to replay or discard them. */
export default function DeadLettersPage() {
  const { t } = useTranslation('deadLetters');
  return (
    <Page needs="admin" title={t('title')} intro={t('intro')}>
      <ViewTabs
        views={['waiting', 'settled'] as const}
        label={t('views.label')}
        toName={(view) => t(`views.${view}`)}
      >
        {(view) => <DeadLetterList view={view} />}
      </ViewTabs>
    </Page>
  );
}
