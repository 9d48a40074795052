import { MousePointerClick } from 'lucide-react';
import { useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate } from 'react-router-dom';
import { AccessNotice } from '@/components/layout/access-gate';
import { Page } from '@/components/layout/page';
import { lazyPart } from '@/components/ui/lazy-part';
import { EmptyState } from '@/components/ui/notice';
import { cn } from '@/lib/cn';
import { useSetHeaderAction } from '@/lib/header-action';
import { useNameSort } from '@/lib/language';
import { useSession } from '@/lib/session';
import { useDiseasePage, usePersonalList } from '../api/queries';
import { DetailPanel } from '../components/detail/detail-panel';
import { FilterBar } from '../components/list/filter-bar';
import { RegistryPanel } from '../components/list/registry-panel';
import { ROWS_ID, useRegistryUrl } from '../model/filter';

const LazyShortcuts = lazyPart(
  () => import('../components/list/shortcuts').then((file) => file.Shortcuts),
  'h-(--control-small) w-40',
  ['shortcuts'],
);

/** The registry on the left, the selected disease on the right; on small screens one after the other. */
function Registry() {
  const { filter, personal, chosenId, isFromBehind, pageLink, diseaseLink } = useRegistryUrl();
  const { t } = useTranslation('registry');
  const navigate = useNavigate();
  const session = useSession();
  const canRead = session.can('read');
  const nameSort = useNameSort(filter.search);
  const sort = filter.sort || (nameSort ?? '');
  const registry = useDiseasePage({ ...filter, sort }, canRead && !personal);
  const own = usePersonalList(personal ?? 'favorites', canRead && personal !== undefined);
  const list = personal ? own : registry;
  const items = list.isPlaceholderData ? undefined : list.data?.items;
  /** The disease whose row takes the focus, because the one before it was deleted. */
  const nextRow = useRef<string>(undefined);
  useEffect(() => {
    if (nextRow.current === undefined || chosenId !== null) return;
    const row = document.querySelector<HTMLElement>(`#${ROWS_ID} a[href*="${nextRow.current}"]`);
    nextRow.current = undefined;
    (row ?? document.querySelector<HTMLElement>('#content'))?.focus();
  });
  // Nothing chosen: on wide screens the first disease is shown.
  const selectedId = chosenId ?? items?.at(isFromBehind ? -1 : 0)?.id;
  const leave = () => {
    const at = items?.findIndex(({ id }) => id === selectedId) ?? -1;
    nextRow.current = (items?.[at + 1] ?? items?.[at - 1])?.id ?? 'none';
    void navigate(diseaseLink(null), { replace: true });
  };
  if (session.error || (session.role && !canRead)) return <AccessNotice />;

  return (
    <>
      {/* The last disease of the last page was deleted, or the link is old. */}
      {list.data && !list.isPlaceholderData && filter.page > list.data.pages && (
        <Navigate to={pageLink(list.data.pages)} replace />
      )}
      <div className={cn('mb-6', chosenId && 'hidden lg:block')}>
        <FilterBar />
      </div>
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(17.5rem,1fr)_2fr]">
        <div className={cn('min-w-0 lg:sticky lg:top-6', chosenId && 'hidden lg:block')}>
          <RegistryPanel query={list} selectedId={selectedId} />
          <div className="mt-2">
            <LazyShortcuts items={items} selectedId={selectedId} pages={list.data?.pages ?? 1} />
          </div>
        </div>
        <div className={cn('min-w-0', !chosenId && 'hidden lg:block')}>
          {selectedId ? (
            <DetailPanel key={selectedId} id={selectedId} onDeleted={leave} />
          ) : (
            !list.isPending && (
              <EmptyState icon={<MousePointerClick />} title={t('detail.select')} className="py-24">
                {t('detail.selectHint')}
              </EmptyState>
            )
          )}
        </div>
      </div>
    </>
  );
}

export default function RegistryPage() {
  const { t } = useTranslation('registry');
  const navigate = useNavigate();
  useSetHeaderAction(useCallback(() => void navigate('/app/add-disease'), [navigate]));
  return (
    <Page title={t('title')} hideTitle>
      <Registry />
    </Page>
  );
}
