import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '@/components/layout/page';
import { EmptyState } from '@/components/ui/notice';
import { PagedList } from '@/components/ui/paged-list';
import { ViewTabs } from '@/components/ui/view-tabs';
import { useDeadLetters } from '../api/dead-letters';
import { DeadLetterRow } from '../components/dead-letter-row';

type View = 'waiting' | 'settled';

function DeadLetterList({ view }: { view: View }) {
  const { t } = useTranslation('deadLetters');
  const [page, setPage] = useState(1);
  return (
    <PagedList
      query={useDeadLetters(view === 'settled', page)}
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
