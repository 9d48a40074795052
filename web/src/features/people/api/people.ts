import { useQuery } from '@tanstack/react-query';
import { pagedQuery, routes } from '@/lib/api';
import { useReloadAfter } from '@/lib/run-action';

/** One page of the persons of the team. Another owner may change them: load the current state. */
export const usePeople = (page: number) =>
  useQuery(pagedQuery(['people'], routes.listPeople, { page, limit: 50 }));

/** Loads the team again after a change, here or by another owner. */
export const useReloadPeople = () => useReloadAfter({ queryKey: ['people'] });
