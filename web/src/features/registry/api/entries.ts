import { MAX_EMBEDDED_ENTRIES, type TreatmentDetail } from '@ctdb/contracts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { callWithHeaders, routes } from '@/lib/api';
import { registryKeys } from './queries';

/** The newest entries, which are in the treatment's reply, and those of further pages, on demand. */
const useEntries = <T extends { id: string }>(
  kind: 'note' | 'history',
  treatmentId: string,
  newest: readonly T[],
  fetchPage: (
    query: Record<'page' | 'limit', string>,
  ) => Promise<{ data: T[]; total: number | undefined }>,
) => {
  const query = useInfiniteQuery({
    queryKey: [...registryKeys.older, kind, treatmentId],
    queryFn: ({ pageParam }) =>
      fetchPage({ page: String(pageParam), limit: String(MAX_EMBEDDED_ENTRIES) }),
    // The treatment's reply contains page 1.
    initialPageParam: 2,
    getNextPageParam: ({ total = 0 }, _all, page) =>
      page * MAX_EMBEDDED_ENTRIES < total ? page + 1 : undefined,
    // Further pages are asked for by `more`; those that are shown are loaded again after a change.
    enabled: ({ state }) => state.data !== undefined,
  });
  const found = [...newest, ...(query.data?.pages.flatMap(({ data }) => data) ?? [])];
  return {
    /** A change may have moved one to another page. */
    entries: found.filter(({ id }, at) => found.findIndex((one) => one.id === id) === at),
    isFetching: query.isFetching,
    failed: query.isError,
    more: () => void (query.data ? query.fetchNextPage() : query.refetch()),
  };
};

export const useNotes = ({ id, notes }: TreatmentDetail) =>
  useEntries('note', id, notes, (query) =>
    callWithHeaders(routes.listNotes, { params: { id }, query }),
  );

export const useHistory = ({ id, history }: TreatmentDetail) =>
  useEntries('history', id, history, (query) =>
    callWithHeaders(routes.listHistory, { params: { id }, query }),
  );
