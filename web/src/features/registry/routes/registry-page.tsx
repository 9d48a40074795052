import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate } from 'react-router-dom';
import { AccessNotice } from '@/components/layout/access-gate';
import { Page } from '@/components/layout/page';
import { lazyPart } from '@/components/ui/lazy-part';
import { cn } from '@/lib/cn';
import { useSetHeaderAction } from '@/lib/header-action';
import { useSession } from '@/lib/session';
import { useDiseasePage, usePersonalList } from '../api/queries';
import { DetailPanel, NothingSelected } from '../components/detail/detail-panel';
import { FilterBar } from '../components/list/filter-bar';
import { RegistryPanel } from '../components/list/registry-panel';
import { noFilter, useRegistryUrl } from '../model/filter';

const LazyShortcuts = lazyPart(
  () => import('../components/list/shortcuts').then((file) => file.Shortcuts),
  'h-(--control-small) w-40',
  ['shortcuts'],
);

/** The registry on the left, the selected disease on the right; on small screens one after the other. */
function Registry() {
  const { filter, personal, chosenId, isFromBehind, ...url } = useRegistryUrl();
  const { applyFilter, goToPage, pageLink, diseaseLink } = url;
  const navigate = useNavigate();
  const session = useSession();
  const canRead = session.can('read');
  const registry = useDiseasePage(filter, canRead && !personal);
  const own = usePersonalList(personal ?? 'favorites', canRead && personal !== undefined);
  const list = personal ? own : registry;
  const items = list.isPlaceholderData ? undefined : list.data?.items;
  // Nothing chosen: on wide screens the first disease is shown.
  const selectedId = chosenId ?? items?.at(isFromBehind ? -1 : 0)?.id;
  if (session.error || (session.role && !canRead)) return <AccessNotice />;

  return (
    <>
      {/* The last disease of the last page was deleted, or the link is old. */}
      {list.data && !list.isPlaceholderData && filter.page > list.data.pages && (
        <Navigate to={pageLink(list.data.pages)} replace />
      )}
      <div className={cn('mb-6', chosenId && 'hidden lg:block')}>
        <FilterBar filter={filter} onApply={applyFilter} />
      </div>
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(17.5rem,1fr)_2fr]">
        <div className={cn('min-w-0 lg:sticky lg:top-6', chosenId && 'hidden lg:block')}>
          <RegistryPanel
            query={list}
            filter={filter}
            personal={personal}
            selectedId={selectedId}
            diseaseLink={diseaseLink}
            onPage={goToPage}
            onClear={() => applyFilter(noFilter)}
          />
          <div className="mt-2">
            <LazyShortcuts items={items} selectedId={selectedId} pages={list.data?.pages ?? 1} />
          </div>
        </div>
        <div className={cn('min-w-0', !chosenId && 'hidden lg:block')}>
          {selectedId ? (
            <DetailPanel
              key={selectedId}
              id={selectedId}
              backTo={diseaseLink(null)}
              onDeleted={() => void navigate(diseaseLink(null), { replace: true })}
            />
          ) : (
            !list.isPending && <NothingSelected />
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
