import { type ListedDisease, PAGE_SIZE, type SearchMatch } from '@ctdb/contracts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { CategoryBadge } from '@/components/ui/badge';
import { Button, LinkButton } from '@/components/ui/button';
import { lazyPart } from '@/components/ui/lazy-part';
import { EmptyState, ErrorState, Notice } from '@/components/ui/notice';
import { Pagination } from '@/components/ui/pagination';
import { Skeleton } from '@/components/ui/progress';
import { cn } from '@/lib/cn';
import { moveFocus } from '@/lib/focus';
import { getName, otherLanguage, useLanguage } from '@/lib/language';
import { useSession } from '@/lib/session';
import { localStore } from '@/lib/storage';
import { isFiltering, ROWS_ID, useRegistryUrl } from '@/features/registry/model/filter';
import { DidYouMean, FoundIn, Marked } from './found-in';

const LazyListSwitch = lazyPart(
  () => import('./personal-lists').then((file) => file.ListSwitch),
  'h-(--control-small)',
  ['lists'],
);
const LazyEmptyList = lazyPart(
  () => import('./personal-lists').then((file) => file.EmptyList),
  'h-64',
  ['lists'],
);

/** A disease of the list, with why a search found it. */
type Row = ListedDisease & { match?: SearchMatch | undefined };

/** One disease of the list: both names, the category, why it was found. The bar marks the selected one. */
function RegistryRow({ disease, selected }: { disease: Row; selected: boolean }) {
  const { diseaseLink } = useRegistryUrl();
  const row = useRef<HTMLAnchorElement>(null);
  const language = useLanguage();
  const other = otherLanguage(language);
  // A link may lead to a disease far down the list.
  useEffect(() => {
    if (selected) row.current?.scrollIntoView?.({ block: 'nearest' });
  }, [selected]);
  return (
    <Link
      ref={row}
      to={diseaseLink(disease.id)}
      replace={selected}
      aria-current={selected ? 'true' : undefined}
      className={cn(
        'flex flex-wrap items-start justify-between gap-x-3 gap-y-1 border-s-4 border-transparent px-4 py-2.5',
        'hover:bg-sunk focus-visible:-outline-offset-2',
        selected
          ? 'lg:border-accent lg:bg-accent-soft lg:hover:bg-accent-soft forced-colors:lg:border-[Highlight]'
          : 'forced-colors:border-[Canvas]',
      )}
    >
      <span className="min-w-0 flex-1 basis-40">
        <span lang={language} className={cn('block', selected && 'lg:font-semibold')}>
          <Marked text={getName(disease, language)} words={disease.match?.words} />
        </span>
        <span lang={other} className="block text-sm text-ink-2">
          <Marked text={getName(disease, other)} words={disease.match?.words} />
        </span>
        {disease.match && <FoundIn match={disease.match} />}
      </span>
      <CategoryBadge category={disease.category} />
    </Link>
  );
}

interface RegistryPanelProps {
  query: UseQueryResult<{ items: Row[]; total: number; pages: number; didYouMean?: string }>;
  selectedId: string | undefined;
}

/** The arrow keys move through the rows. */
const keySteps = { ArrowDown: (at: number) => at + 1, ArrowUp: (at: number) => at - 1 };

const NOTICE_KEY = 'samplesNotice';
const HIDDEN = 'hidden';

/** Says once, above all of them, that diseases of the list are samples; hidden in this browser if the reader wants so. */
function SamplesNotice() {
  const { t } = useTranslation('registry');
  const { isAdmin } = useSession();
  const [isHidden, setHidden] = useState(() => localStore.get(NOTICE_KEY) === HIDDEN);
  if (isHidden) return null;
  const hide = () => {
    localStore.set(NOTICE_KEY, HIDDEN);
    setHidden(true);
    // The button that was pressed is there no more.
    document.getElementById(ROWS_ID)?.querySelector('a')?.focus();
  };
  return (
    <Notice className="m-3">
      <div className="flex flex-wrap gap-x-4">
        <p>{t('samples.text')}</p>
        {isAdmin && (
          <LinkButton to="/admin-operations" variant="link">
            {t('samples.remove')}
          </LinkButton>
        )}
        <Button variant="link" onClick={hide}>
          {t('samples.hide')}
        </Button>
      </div>
    </Notice>
  );
}

function Rows({ query, selectedId }: RegistryPanelProps) {
  const { filter, personal, clearFilter } = useRegistryUrl();
  const { t } = useTranslation('registry');
  // A page behind the last one is empty until the last one is loaded.
  const isBehindLast = query.data?.items.length === 0 && query.data.total > 0;
  if (query.isPending || isBehindLast)
    return (
      <div role="status">
        <span className="sr-only">{t('list.loading')}</span>
        {Array.from({ length: PAGE_SIZE }, (_, row) => (
          <div key={row} className="flex flex-col gap-1.5 border-b border-line px-5 py-3">
            <Skeleton className="w-1/2" />
            <Skeleton className="w-2/5" />
            <Skeleton className="w-24" />
          </div>
        ))}
      </div>
    );
  if (query.isError) return <ErrorState className="px-5" title={t('list.failed')} query={query} />;
  const { items, didYouMean } = query.data;
  const meant = didYouMean && <DidYouMean search={didYouMean} />;
  if (items.length === 0) {
    if (personal) return <LazyEmptyList list={personal} />;
    const filtered = isFiltering(filter);
    return (
      <>
        {meant}
        <EmptyState
          title={t('list.none')}
          action={filtered && <Button onClick={clearFilter}>{t('filter.clear')}</Button>}
        >
          {t(filtered ? 'list.noneFiltered' : 'list.noneHint')}
        </EmptyState>
      </>
    );
  }
  return (
    <>
      {meant}
      {items.some(({ isSample }) => isSample) && <SamplesNotice />}
      <ul
        id={ROWS_ID}
        onKeyDown={(event) => moveFocus(event, 'a', keySteps)}
        className={cn(query.isPlaceholderData && 'opacity-60')}
      >
        {items.map((disease) => (
          <li key={disease.id} className="border-b border-line last:border-b-0">
            <RegistryRow disease={disease} selected={disease.id === selectedId} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** The registry's list, ten to a page, never higher than 70 % of the viewport. */
export function RegistryPanel({ query, selectedId }: RegistryPanelProps) {
  const { filter, goToPage } = useRegistryUrl();
  const { t } = useTranslation('registry');
  return (
    <section
      aria-labelledby="registry-title"
      aria-busy={query.isFetching}
      className="flex max-h-[70dvh] min-h-0 flex-col overflow-hidden rounded-lg border border-line bg-raised"
    >
      <div className="flex items-baseline justify-between gap-4 border-b border-line px-5 py-3">
        <h2 id="registry-title" className="text-lg">
          {t('list.title')}
        </h2>
        <span aria-live="polite" className="text-sm text-ink-3 tabular-nums">
          {query.data && t('list.count', { count: query.data.total })}
        </span>
      </div>
      <div className="border-b border-line px-3">
        <LazyListSwitch />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
        <Rows query={query} selectedId={selectedId} />
      </div>
      {query.data && query.data.pages > 1 && (
        <Pagination
          page={Math.min(filter.page, query.data.pages)}
          pages={query.data.pages}
          onPage={goToPage}
          className="border-t border-line px-4 py-2"
        />
      )}
    </section>
  );
}
