import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { Page } from '@/components/layout/page';
import { EmptyState, ErrorState } from '@/components/ui/notice';
import { Pagination } from '@/components/ui/pagination';
import { Skeleton } from '@/components/ui/progress';
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs';
import { useDeadLetters } from '../api/dead-letters';
import { DeadLetterRow } from '../components/dead-letter-row';

const views = ['waiting', 'settled'] as const;
type View = (typeof views)[number];

function DeadLetterList({ view }: { view: View }) {
  const { t } = useTranslation('deadLetters');
  const [page, setPage] = useState(1);
  const { data, isPending, error, refetch } = useDeadLetters(view === 'settled', page);
  if (isPending) return <Skeleton className="h-64" />;
  if (!data) return <ErrorState title={t('failed')} query={{ error, refetch }} />;
  if (data.total === 0)
    return <EmptyState title={t(`none.${view}`)}>{t(`noneHint.${view}`)}</EmptyState>;
  // After the last dead letter of the last page is resolved, show the new last page.
  const shown = Math.min(page, data.pages);
  if (shown !== page) setPage(shown);
  return (
    <>
      <ul>
        {data.items.map((letter) => (
          <DeadLetterRow key={letter.id} letter={letter} />
        ))}
      </ul>
      {data.pages > 1 && (
        <Pagination page={shown} pages={data.pages} onPage={setPage} className="mt-6" />
      )}
    </>
  );
}

function DeadLetters() {
  const { t } = useTranslation('deadLetters');
  const [search, setSearch] = useSearchParams();
  const view = views.find((one) => one === search.get('view')) ?? 'waiting';
  return (
    <Tabs value={view} onValueChange={(next) => setSearch({ view: next }, { replace: true })}>
      <TabList aria-label={t('views.label')}>
        {views.map((one) => (
          <Tab key={one} value={one}>
            {t(`views.${one}`)}
          </Tab>
        ))}
      </TabList>
      {views.map((one) => (
        <TabPanel key={one} value={one}>
          <DeadLetterList view={one} />
        </TabPanel>
      ))}
    </Tabs>
  );
}

/** The dead letters, with their content and buttons to replay or discard them. */
export default function DeadLettersPage() {
  const { t } = useTranslation('deadLetters');
  return (
    <Page needs="admin" title={t('title')} intro={t('intro')}>
      <DeadLetters />
    </Page>
  );
}
