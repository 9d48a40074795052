import type { TrashEntry } from '@ctdb/contracts';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, callWithHeaders, routes, toPage } from '@/lib/api';

/** Rows on a page of the trash. */
const TRASH_PAGE_SIZE = 20;

/** One page of what was deleted, newest first. */
export const useTrash = (page: number) =>
  useQuery({
    queryKey: ['trash', page],
    queryFn: async ({ signal }) => {
      const query = { page: String(page), limit: String(TRASH_PAGE_SIZE) };
      return toPage(await callWithHeaders(routes.listTrash, { query, signal }), TRASH_PAGE_SIZE);
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

/** Images that were deleted individually, newest first. */
export const useImageTrash = () =>
  useQuery({
    queryKey: ['trash', 'images'],
    queryFn: ({ signal }) => call(routes.listDeletedImages, { signal }),
    refetchOnMount: 'always',
  });

/** Restores a record from the trash, and reloads all data that may contain it. */
export const useRestoreEntry = () => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ kind, id }: { kind: TrashEntry['kind'] | 'image'; id: string }) =>
      kind === 'image'
        ? call(routes.restoreImage, { params: { id } })
        : call(routes.restoreFromTrash, { params: { kind, id } }),
    onSuccess: () =>
      client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'config' }),
  });
};
