import type { Disease, TreatmentWithImages } from '@ctdb/contracts';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '@/components/ui/button';
import { lazyPart } from '@/components/ui/lazy-part';
import { Loaded } from '@/components/ui/loaded';
import { EmptyState, ErrorState } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/progress';
import { Prose } from '@/components/ui/prose';
import { Tabs } from '@/components/ui/tabs';
import { getName, useLanguage } from '@/lib/language';
import { useSession } from '@/lib/session';
import { useDisease, useTreatment } from '@/features/registry/api/queries';
import { type Tab, tabs, useRegistryUrl } from '@/features/registry/model/filter';
import { LazyImageSection, TreatmentTab } from '../treatment/treatment-tab';
import { DetailHeader } from './detail-header';

// Only the code of the first tab is part of the initial bundle.
const entries = () => import('../entries/entries-tab');
const NotesTab = lazyPart(() => entries().then((file) => file.NotesTab), 'h-64', ['entries']);
const HistoryTab = lazyPart(() => entries().then((file) => file.HistoryTab), 'h-64', ['entries']);

/**
 * Treatment, notes and history. A failed load is shown as an error, never as an empty tab; one that was shown stays,
 * with what is typed in it, while a reload fails.
 */
function DetailTabs({ disease }: { disease: Disease }) {
  const { t } = useTranslation('registry');
  const { can } = useSession();
  const canEdit = can('edit');
  const treatment = useTreatment(disease.id, can('read'));
  const { tab, showTab } = useRegistryUrl();

  const about = disease.notes && <Prose text={disease.notes} className="text-ink-2" />;
  const noTreatment = (
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
  const first = <p className="py-8 text-center text-ink-2">{t('treatment.addFirst')}</p>;
  const panels: Record<Tab, (data: TreatmentWithImages) => ReactNode> = {
    treatment: (data) => <TreatmentTab treatment={data} about={about} />,
    notes: (data) => <NotesTab treatment={data} />,
    history: (data) => <HistoryTab treatment={data} />,
  };
  const missing = { treatment: noTreatment, notes: first, history: first };
  const { notesCount, historyCount } = treatment.data ?? {};
  const counts = { treatment: undefined, notes: notesCount, history: historyCount };

  return (
    <Tabs
      views={tabs}
      shown={tab}
      onShow={showTab}
      label={t('detail.tabs')}
      toName={(name) => (
        <>
          <span>{t(`tab.${name}`)}</span>
          {Boolean(counts[name]) && (
            <span className="ms-1.5 font-normal text-ink-3 tabular-nums">{counts[name]}</span>
          )}
        </>
      )}
      className="mt-6"
    >
      {(name) => (
        <>
          <Loaded query={treatment} failed={t('treatment.failed')} height="h-64">
            {(data) => (data ? panels[name](data) : missing[name])}
          </Loaded>
          {name === 'treatment' && !treatment.isPending && !treatment.data && about}
        </>
      )}
    </Tabs>
  );
}

/** One disease: header, and tabs for treatment, notes and history. */
export function DetailPanel({ id, onDeleted }: { id: string; onDeleted: () => void }) {
  const { t } = useTranslation(['registry', 'common']);
  const language = useLanguage();
  const session = useSession();
  const { diseaseLink } = useRegistryUrl();
  const disease = useDisease(id, session.can('read'));
  if (disease.isPending)
    return (
      <div role="status" aria-label={t('common:state.loading')} className="flex flex-col gap-3">
        <Skeleton className="h-8 w-2/5" />
        <Skeleton className="h-6 w-1/3" />
        <Skeleton className="w-24" />
        <Skeleton className="mt-6 h-10 w-full" />
        <Skeleton className="mt-4 h-32 w-full" />
      </div>
    );
  if (disease.isError)
    return (
      <>
        <LinkButton to={diseaseLink(null)} variant="link" className="lg:hidden">
          {t('detail.back')}
        </LinkButton>
        <ErrorState title={t('detail.failed')} query={disease} />
      </>
    );
  return (
    <article aria-label={getName(disease.data, language)}>
      <DetailHeader disease={disease.data} onDeleted={onDeleted} />
      <DetailTabs disease={disease.data} />
    </article>
  );
}
