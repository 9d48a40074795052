import { type ReactNode, useEffect } from 'react';
import { ErrorState } from './notice';
import { Pagination } from './pagination';
import { Skeleton } from './progress';

interface PagedListProps<T> {
  query: {
    data: { items: readonly T[]; pages: number; total: number } | undefined;
    isPending: boolean;
    isPlaceholderData: boolean;
    error: unknown;
    refetch: () => unknown;
  };
  page: number;
  /** `replace`: the current page does not exist any more. */
  onPage: (page: number, replace: boolean) => void;
  /** Title of a load error. */
  failed: string;
  /** Shown if there are no items. */
  empty: ReactNode;
  /** The height of the list while it is loaded. */
  height?: string;
  row: (item: T) => ReactNode;
}

/** A list of which the server sends one page at a time. */
export function PagedList<T>(props: PagedListProps<T>) {
  const { query, page, onPage, failed, empty, height = 'h-96', row } = props;
  const { data, isPlaceholderData } = query;
  const isPastEnd = data !== undefined && !isPlaceholderData && page > data.pages;
  // After the last item of the last page is removed, show the new last page.
  useEffect(() => {
    if (isPastEnd) onPage(data.pages, true);
  }, [isPastEnd, data, onPage]);
  if (query.isPending) return <Skeleton className={height} />;
  if (!data) return <ErrorState title={failed} query={query} />;
  if (data.total === 0) return empty;
  return (
    <>
      <ul aria-busy={isPlaceholderData}>{data.items.map(row)}</ul>
      {data.pages > 1 && (
        <Pagination
          page={Math.min(page, data.pages)}
          pages={data.pages}
          onPage={(next) => onPage(next, false)}
          className="mt-6"
        />
      )}
    </>
  );
}
