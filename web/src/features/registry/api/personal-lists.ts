import type { ListedDisease } from '@ctdb/contracts';
import { useQuery } from '@tanstack/react-query';
import { call, routes } from '@/lib/api';
import type { PersonalList } from '../model/filter';
import { registryKeys } from './keys';

const fetchList = (list: PersonalList, signal: AbortSignal): Promise<ListedDisease[]> =>
  list === 'favorites'
    ? call(routes.listFavorites, { signal })
    : call(routes.listRecent, { signal });

/** What the reader has marked or viewed, as one page. */
export const usePersonalList = (list: PersonalList, enabled: boolean) =>
  useQuery({
    queryKey: registryKeys.personal(list),
    queryFn: ({ signal }) => fetchList(list, signal),
    select: (items) => ({ items, total: items.length, pages: 1 }),
    enabled,
  });
