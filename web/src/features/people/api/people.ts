import type { PersonLink } from '@ctdb/contracts';
import { useQuery } from '@tanstack/react-query';
import { pagedQuery, routes } from '@/lib/api';
import { useReloadAfter } from '@/lib/run-action';

/** One page of the persons of the team. Another owner may change them: load the current state. */
export const usePeople = (page: number) =>
  useQuery(pagedQuery(['people'], routes.listPeople, { page, limit: 50 }));

/** Loads the team again after a change, here or by another owner. */
export const useReloadPeople = () => useReloadAfter({ queryKey: ['people'] });

/** A new link, and where it can be sent to. */
export interface NewLink {
  name: string;
  link: PersonLink;
  email: string | undefined;
}
