import { ALL_CATEGORIES, PAGE_SIZE, type Disease, type ListedDisease } from '@ctdb/contracts';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { call, callWithHeaders, routes, toPage } from '@/lib/api';
import type { DiseaseFilter, PersonalList } from '../model/filter';
import { registryKeys } from './keys';

/** The filters that are set, as parameters. */
export const toQuery = (filter: Omit<DiseaseFilter, 'page' | 'sort'>) => {
  const { category, search, color, area, outcome, language } = filter;
  return {
    ...(category === ALL_CATEGORIES ? {} : { category }),
    ...(search && { search }),
    ...(color && { color }),
    ...(area && { area }),
    ...(outcome && { outcome }),
    ...(language && { language }),
  };
};

const fetchPage = async ({ page, sort, ...filter }: DiseaseFilter, signal: AbortSignal) => {
  const answer = await callWithHeaders(routes.listDiseases, {
    query: {
      page: String(page),
      limit: String(PAGE_SIZE),
      ...toQuery(filter),
      ...(sort && { sort }),
    },
    signal,
  });
  return toPage(answer, PAGE_SIZE);
};

/** One page of the registry; the previous page stays visible while the next one loads. */
export const useDiseasePage = (filter: DiseaseFilter, enabled: boolean) =>
  useQuery({
    queryKey: registryKeys.list(filter),
    queryFn: ({ signal }) => fetchPage(filter, signal),
    placeholderData: keepPreviousData,
    enabled,
  });

const fetchList = (list: PersonalList, signal: AbortSignal): Promise<ListedDisease[]> =>
  list === 'favorites'
    ? call(routes.listFavorites, { signal })
    : call(routes.listRecent, { signal });

/** Loads the diseases that the reader has marked or viewed, as one page. */
export const usePersonalList = (list: PersonalList, enabled: boolean) =>
  useQuery({
    queryKey: registryKeys.personal(list),
    queryFn: ({ signal }) => fetchList(list, signal),
    select: (items) => ({ items, total: items.length, pages: 1 }),
    enabled,
  });

export const diseaseQuery = (id: string) =>
  queryOptions({
    queryKey: registryKeys.disease(id),
    queryFn: ({ signal }): Promise<Disease> => call(routes.getDisease, { params: { id }, signal }),
  });

/** One disease; `enabled` is false while the reader has no access. */
export const useDisease = (id: string, enabled = true) =>
  useQuery({ ...diseaseQuery(id), enabled });
