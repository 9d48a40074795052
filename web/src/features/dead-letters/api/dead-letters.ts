import { useQuery } from '@tanstack/react-query';
import { currentQuery, pagedQuery, routes } from '@/lib/api';

/** Dead letters on a page. */
export const DEAD_LETTERS_PAGE_SIZE = 20;

/** Waiting dead letters, oldest first; or resolved ones, newest first. */
export const useDeadLetters = (isSettled: boolean, page: number) => {
  const settled = isSettled ? 'true' : 'false';
  const query = { page, limit: DEAD_LETTERS_PAGE_SIZE, settled } as const;
  return useQuery(pagedQuery(['dead-letters', 'list'], routes.listDeadLetters, query));
};

/** One dead letter with its content; personal values are masked. */
export const useDeadLetter = (id: string) =>
  useQuery(currentQuery(['dead-letters', 'one', id], routes.getDeadLetter, { params: { id } }));
