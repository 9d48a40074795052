import { MAX_EMBEDDED_ENTRIES, type HistoryEntry, type Note } from '@ctdb/contracts';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callWithHeaders, routes } from '@/lib/api';
import { useApiMutation } from '@/lib/api/use-api-mutation';
import { registryKeys } from './keys';

interface OlderPage<T> {
  items: T[];
  /** Rows in all pages, including those of the treatment's reply. */
  total: number;
}

const useOlderPages = <T>(
  kind: 'notes' | 'history',
  treatmentId: string,
  fetchPage: (page: number) => Promise<OlderPage<T>>,
) => {
  const query = useInfiniteQuery({
    queryKey: registryKeys.older(kind, treatmentId),
    queryFn: ({ pageParam }) => fetchPage(pageParam),
    // The treatment's reply contains page 1.
    initialPageParam: 2,
    getNextPageParam: (last, _all, page) =>
      page * MAX_EMBEDDED_ENTRIES < last.total ? page + 1 : undefined,
    enabled: false,
  });
  return {
    items: query.data?.pages.flatMap((page) => page.items) ?? [],
    isFetching: query.isFetching,
    failed: query.isError,
    more: () => void (query.data ? query.fetchNextPage() : query.refetch()),
  };
};

/** Older notes, page by page, loaded on demand. */
export const useOlderNotes = (treatmentId: string) =>
  useOlderPages<Note>('notes', treatmentId, async (page) => {
    const query = { page: String(page), limit: String(MAX_EMBEDDED_ENTRIES) };
    const answer = await callWithHeaders(routes.listNotes, { params: { id: treatmentId }, query });
    return { items: answer.data, total: answer.total ?? 0 };
  });

/** Older history entries, page by page, loaded on demand. */
export const useOlderHistory = (treatmentId: string) =>
  useOlderPages<HistoryEntry>('history', treatmentId, async (page) => {
    const query = { page: String(page), limit: String(MAX_EMBEDDED_ENTRIES) };
    const answer = await callWithHeaders(routes.listHistory, {
      params: { id: treatmentId },
      query,
    });
    return { items: answer.data, total: answer.total ?? 0 };
  });

const useRefresh = (diseaseId: string) => {
  const client = useQueryClient();
  return async () => {
    client.removeQueries({ queryKey: [...registryKeys.all, 'older'] });
    // A filter of the list goes by outcomes.
    void client.invalidateQueries({ queryKey: registryKeys.lists });
    await client.invalidateQueries({ queryKey: registryKeys.treatment(diseaseId) });
  };
};

export const useAddNote = (diseaseId: string) =>
  useApiMutation(routes.addNote, useRefresh(diseaseId));

export const useAddHistoryEntry = (diseaseId: string) =>
  useApiMutation(routes.addHistoryEntry, useRefresh(diseaseId));

export const useUpdateNote = (diseaseId: string) =>
  useApiMutation(routes.updateNote, useRefresh(diseaseId));

export const useUpdateHistoryEntry = (diseaseId: string) =>
  useApiMutation(routes.updateHistoryEntry, useRefresh(diseaseId));

interface EntryRef {
  kind: 'note' | 'history';
  treatmentId: string;
  id: string;
}

export const useDeleteEntry = (diseaseId: string) => {
  const refresh = useRefresh(diseaseId);
  return useMutation({
    mutationFn: ({ kind, treatmentId, id }: EntryRef) =>
      kind === 'note'
        ? call(routes.deleteNote, { params: { id: treatmentId, noteId: id } })
        : call(routes.deleteHistoryEntry, { params: { id: treatmentId, entryId: id } }),
    onSuccess: refresh,
  });
};
