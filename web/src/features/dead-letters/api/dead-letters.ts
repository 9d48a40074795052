import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call, callWithHeaders, routes, toPage } from '@/lib/api';

/** Dead letters on a page. */
export const DEAD_LETTERS_PAGE_SIZE = 20;

/** Waiting dead letters, oldest first; or resolved ones, newest first. */
export const useDeadLetters = (settled: boolean, page: number) =>
  useQuery({
    queryKey: ['dead-letters', 'list', settled, page],
    queryFn: async ({ signal }) => {
      const query = {
        page: String(page),
        limit: String(DEAD_LETTERS_PAGE_SIZE),
        settled: settled ? ('true' as const) : ('false' as const),
      };
      return toPage(
        await callWithHeaders(routes.listDeadLetters, { query, signal }),
        DEAD_LETTERS_PAGE_SIZE,
      );
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

/** One dead letter with its content; personal values are masked. */
export const useDeadLetter = (id: string) =>
  useQuery({
    queryKey: ['dead-letters', 'one', id],
    queryFn: ({ signal }) => call(routes.getDeadLetter, { params: { id }, signal }),
    refetchOnMount: 'always',
  });

/** The actions on a dead letter. */
export type DeadLetterAction = 'replay' | 'discard';

/** Replays or discards a dead letter, then reloads the lists, also after an error. */
export const useResolveDeadLetter = (id: string) => {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (how: DeadLetterAction): Promise<void> =>
      how === 'replay'
        ? call(routes.replayDeadLetter, { params: { id } })
        : call(routes.discardDeadLetter, { params: { id } }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['dead-letters'] });
      void client.invalidateQueries({ queryKey: ['operations'] });
    },
  });
};
