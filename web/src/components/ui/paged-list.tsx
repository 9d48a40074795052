import { type ReactNode, useEffect } from 'react';
import { Loaded } from './loaded';
import { Pagination } from './pagination';

interface Page<T> {
  items: readonly T[];
  pages: number;
  total: number;
}

interface PagedListProps<T> {
  query: {
    data: Page<T> | undefined;
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
}

interface RowProps<T> {
  /** A row of a list. */
  row: (item: T) => ReactNode;
}
interface TableProps<T> {
  /** All rows of the page, as a table. */
  table: (items: readonly T[]) => ReactNode;
}

/** A list or table of which the server sends one page at a time. */
export function PagedList<T>(props: PagedListProps<T> & (RowProps<T> | TableProps<T>)) {
  const { query, page, onPage, empty } = props;
  const { data, isPlaceholderData } = query;
  const isPastEnd = data !== undefined && !isPlaceholderData && page > data.pages;
  // After the last item of the last page is removed, show the new last page.
  useEffect(() => {
    if (isPastEnd) onPage(data.pages, true);
  }, [isPastEnd, data, onPage]);
  return (
    <Loaded query={query} failed={props.failed} height={props.height}>
      {({ items, pages, total }) =>
        total === 0 ? (
          empty
        ) : (
          <>
            {'row' in props ? (
              <ul aria-busy={isPlaceholderData}>{items.map(props.row)}</ul>
            ) : (
              <div aria-busy={isPlaceholderData}>{props.table(items)}</div>
            )}
            {pages > 1 && (
              <Pagination
                page={Math.min(page, pages)}
                pages={pages}
                onPage={(next) => onPage(next, false)}
                className="mt-6"
              />
            )}
          </>
        )
      }
    </Loaded>
  );
}
