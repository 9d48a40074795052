import type { ReactNode } from 'react';
import { ErrorState } from './notice';
import { Skeleton } from './progress';

interface LoadedProps<D> {
  query: { data: D | undefined; isPending: boolean; error: unknown; refetch: () => unknown };
  /** Title of a load error. */
  failed?: string | undefined;
  /** The height of the content while it is loaded. */
  height?: string | undefined;
  children: (data: D) => ReactNode;
}

/** The content that a query gives, a placeholder before, or why there is none. Old content stays while a reload fails. */
export function Loaded<D>({ query, failed, height = 'h-96', children }: LoadedProps<D>) {
  if (query.isPending) return <Skeleton className={height} />;
  if (query.data === undefined) return <ErrorState title={failed} query={query} />;
  return children(query.data);
}
