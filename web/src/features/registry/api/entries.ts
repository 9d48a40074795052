import {
  MAX_EMBEDDED_ENTRIES,
  type HistoryEntry,
  type Note,
  type TreatmentDetail,
} from '@ctdb/contracts';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, callWithHeaders, routes } from '@/lib/api';
import { useApiMutation } from '@/lib/api/use-api-mutation';
import { registryKeys } from './keys';

interface OlderPage<T> {
  items: T[];
  /** Rows in all pages, including those of the treatment's reply. */
  total: number;
}

/** The newest entries, which are in the treatment's reply, and those of further pages. */
const useEntries = <T extends { id: string }>(
  kind: 'notes' | 'history',
  treatmentId: string,
  newest: readonly T[],
  fetchPage: (page: number) => Promise<OlderPage<T>>,
) => {
  const query = useInfiniteQuery({
    queryKey: registryKeys.older(kind, treatmentId),
    queryFn: ({ pageParam }) => fetchPage(pageParam),
    // The treatment's reply contains page 1.
    initialPageParam: 2,
    getNextPageParam: (last, _all, page) =>
      page * MAX_EMBEDDED_ENTRIES < last.total ? page + 1 : undefined,
    // Further pages are asked for by `more`; those that are shown are loaded again after a change.
    enabled: ({ state }) => state.data !== undefined,
  });
  const found = [...newest, ...(query.data?.pages.flatMap(({ items }) => items) ?? [])];
  return {
    /** A change may have moved one to another page. */
    entries: found.filter(({ id }, at) => found.findIndex((one) => one.id === id) === at),
    isFetching: query.isFetching,
    failed: query.isError,
    more: () => void (query.data ? query.fetchNextPage() : query.refetch()),
  };
};

/** Notes; older ones page by page, loaded on demand. */
export const useNotes = ({ id, notes }: TreatmentDetail) =>
  useEntries<Note>('notes', id, notes, async (page) => {
    const query = { page: String(page), limit: String(MAX_EMBEDDED_ENTRIES) };
    const answer = await callWithHeaders(routes.listNotes, { params: { id }, query });
    return { items: answer.data, total: answer.total ?? 0 };
  });

/** History entries; older ones page by page, loaded on demand. */
export const useHistory = ({ id, history }: TreatmentDetail) =>
  useEntries<HistoryEntry>('history', id, history, async (page) => {
    const query = { page: String(page), limit: String(MAX_EMBEDDED_ENTRIES) };
    const answer = await callWithHeaders(routes.listHistory, { params: { id }, query });
    return { items: answer.data, total: answer.total ?? 0 };
  });

const useRefresh = (diseaseId: string) => {
  const client = useQueryClient();
  return async () => {
    // A filter of the list goes by outcomes.
    void client.invalidateQueries({ queryKey: registryKeys.lists });
    await Promise.all([
      client.invalidateQueries({ queryKey: registryKeys.treatment(diseaseId) }),
      client.invalidateQueries({ queryKey: [...registryKeys.all, 'older'] }),
    ]);
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

export interface EntryRef {
  kind: 'note' | 'history';
  treatmentId: string;
  id: string;
}

interface Publication extends EntryRef {
  isPublished: boolean;
  /** The version that was seen. */
  ifMatch: number;
}

export const usePublishEntry = (diseaseId: string) => {
  const refresh = useRefresh(diseaseId);
  return useMutation({
    mutationFn: ({
      kind,
      treatmentId: id,
      id: entryId,
      isPublished,
      ifMatch,
    }: Publication): Promise<Note | HistoryEntry> => {
      const rest = { body: { isPublished }, ifMatch };
      return kind === 'note'
        ? call(routes.publishNote, { params: { id, noteId: entryId }, ...rest })
        : call(routes.publishHistoryEntry, { params: { id, entryId }, ...rest });
    },
    // After a conflict too: the entry is another one.
    onSettled: refresh,
  });
};

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
