import { useQuery, useQueryClient } from '@tanstack/react-query';
import { pagedQuery, routes } from '@/lib/api';

/** One page of the persons of the team. Another owner may change them: load the current state. */
export const usePeople = (page: number) =>
  useQuery(pagedQuery(['people'], routes.listPeople, { page, limit: 50 }));

/** Loads the team again, after it was changed here or by another owner. */
export const useReloadPeople = () => {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['people'] });
};
