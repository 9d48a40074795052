import type { Disease, TreatmentWithImages } from '@ctdb/contracts';
import { Plus } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '@/components/ui/button';
import { EmptyState, ErrorState } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { Tab, TabList, TabPanel, Tabs } from '@/components/ui/tabs';
import { loadTranslations } from '@/i18n';
import { useSession } from '@/lib/session';
import { useTreatment } from '@/features/registry/api/treatment';
import { tabs, useRegistryUrl } from '@/features/registry/model/filter';
import { LazyImageSection, TreatmentTab } from '../treatment/treatment-tab';

// Only the code of the first tab is part of the initial bundle.
const HistoryTab = lazy(async () => {
  const [{ HistoryTab }] = await Promise.all([
    import('../entries/history-tab'),
    loadTranslations(['entries']),
  ]);
  return { default: HistoryTab };
});
const NotesTab = lazy(async () => {
  const [{ NotesTab }] = await Promise.all([
    import('../entries/notes-tab'),
    loadTranslations(['entries']),
  ]);
  return { default: NotesTab };
});

function NoTreatment({ disease }: { disease: Disease }) {
  const { t } = useTranslation('registry');
  const canEdit = useSession().can('edit');
  return (
    <>
      <EmptyState
        title={t('treatment.none')}
        action={
          canEdit && (
            <LinkButton to={`/app/add-treatment/${disease.id}`} variant="primary">
              <Plus aria-hidden />
              {t('treatment.add')}
            </LinkButton>
          )
        }
      >
        {t(canEdit ? 'treatment.noneAdmin' : 'treatment.noneReader')}
      </EmptyState>
      {canEdit && <LazyImageSection diseaseId={disease.id} />}
    </>
  );
}

function Loading() {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('state.loading')} className="flex flex-col gap-3">
      <Skeleton className="w-3/4" />
      <Skeleton className="w-2/3" />
      <Skeleton className="w-1/2" />
    </div>
  );
}

/** Treatment, notes and history. A failed load is shown as an error, never as an empty tab. */
export function DetailTabs({ disease }: { disease: Disease }) {
  const { t } = useTranslation('registry');
  const session = useSession();
  const treatment = useTreatment(disease.id, session.can('read'));
  const { tab, showTab } = useRegistryUrl();

  const panel = (show: (treatment: TreatmentWithImages) => ReactNode, missing: ReactNode) => {
    if (treatment.isPending) return <Loading />;
    if (treatment.isError) return <ErrorState title={t('treatment.failed')} query={treatment} />;
    if (!treatment.data) return missing;
    return <Suspense fallback={<Loading />}>{show(treatment.data)}</Suspense>;
  };
  const first = <p className="py-8 text-center text-ink-2">{t('treatment.addFirst')}</p>;
  const count = (value: number | undefined) =>
    value ? <span className="ms-1.5 font-normal text-ink-3 tabular-nums">{value}</span> : null;

  return (
    <Tabs
      value={tab}
      onValueChange={(value) => showTab(tabs.find((name) => name === value) ?? tabs[0])}
      className="mt-6"
    >
      <TabList aria-label={t('detail.tabs')}>
        <Tab value="treatment">{t('tab.treatment')}</Tab>
        <Tab value="notes">
          {t('tab.notes')}
          {count(treatment.data?.notesCount)}
        </Tab>
        <Tab value="history">
          {t('tab.history')}
          {count(treatment.data?.historyCount)}
        </Tab>
      </TabList>
      <TabPanel value="treatment">
        {panel(
          (data) => (
            <TreatmentTab treatment={data} />
          ),
          <NoTreatment disease={disease} />,
        )}
      </TabPanel>
      <TabPanel value="notes">
        {panel(
          (data) => (
            <NotesTab treatment={data} />
          ),
          first,
        )}
      </TabPanel>
      <TabPanel value="history">
        {panel(
          (data) => (
            <HistoryTab treatment={data} />
          ),
          first,
        )}
      </TabPanel>
    </Tabs>
  );
}
