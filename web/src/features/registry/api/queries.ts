import {
  ALL_CATEGORIES,
  DID_YOU_MEAN_HEADER,
  type ListedDisease,
  PAGE_SIZE,
  type PartInput,
  type routes as contracts,
  type TreatmentWithImages,
} from '@ctdb/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, callWithHeaders, findParams, routeQuery, routes, toPage } from '@/lib/api';
import type { DiseaseFilter, PersonalList } from '../model/filter';

type Filter = Omit<DiseaseFilter, 'page' | 'sort'>;

/** Query keys; `registryKeys.all` covers everything that a change of the registry can touch. */
export const registryKeys = {
  all: ['registry'] as const,
  lists: ['registry', 'list'] as const,
  list: (filter: DiseaseFilter) => ['registry', 'list', filter] as const,
  /** Under `lists`: what changes a list changes these numbers. */
  filters: (filter: Filter) => ['registry', 'list', 'filters', filter] as const,
  personal: (list: PersonalList) => ['registry', 'personal', list] as const,
  disease: (id: string) => ['registry', 'disease', id] as const,
  treatments: ['registry', 'treatment'] as const,
  treatment: (diseaseId: string) => ['registry', 'treatment', diseaseId] as const,
  older: ['registry', 'older'] as const,
};

/** The filters as parameters; blank ones are not sent. */
const toQuery = ({ category, ...filter }: Filter) =>
  ({ ...filter, category: category === ALL_CATEGORIES ? '' : category }) as PartInput<
    typeof contracts.getDiseaseFilters,
    'query'
  >;

/** One page of the registry; the previous page stays visible while the next one loads. */
export const useDiseasePage = (wanted: DiseaseFilter, enabled: boolean) =>
  useQuery({
    queryKey: registryKeys.list(wanted),
    queryFn: async ({ signal }) => {
      const { page, sort, ...filter } = wanted;
      const range = { page: String(page), limit: String(PAGE_SIZE) };
      const query = { ...range, ...toQuery(filter), sort: sort || undefined };
      const answer = await callWithHeaders(routes.listDiseases, { query, signal });
      const didYouMean = decodeURIComponent(answer.headers.get(DID_YOU_MEAN_HEADER) ?? '');
      return { ...toPage(answer, PAGE_SIZE), didYouMean };
    },
    placeholderData: keepPreviousData,
    enabled,
  });

/** Loads the filters with their numbers. The former numbers stay visible until then. */
export const useDiseaseFilters = ({ page: _page, sort: _sort, ...filter }: DiseaseFilter) =>
  useQuery({
    queryKey: registryKeys.filters(filter),
    queryFn: ({ signal }) => call(routes.getDiseaseFilters, { query: toQuery(filter), signal }),
    placeholderData: keepPreviousData,
  });

/** Loads the diseases that the reader has marked or viewed, as one page. */
export const usePersonalList = (list: PersonalList, enabled: boolean) =>
  useQuery({
    queryKey: registryKeys.personal(list),
    queryFn: ({ signal }): Promise<ListedDisease[]> =>
      list === 'favorites'
        ? call(routes.listFavorites, { signal })
        : call(routes.listRecent, { signal }),
    select: (items) => ({ items, total: items.length, pages: 1 }),
    enabled,
  });

/** One disease; `enabled` is false while the reader has no access. */
export const useDisease = (id: string, enabled = true) =>
  useQuery({
    ...routeQuery(registryKeys.disease(id), routes.getDisease, { params: { id } }),
    enabled,
  });

/**
 * The treatment of a disease with its entries and images; null if there is none yet. `enabled` is
 * false while the reader has no access.
 */
export const useTreatment = (diseaseId: string, enabled = true) =>
  useQuery({
    queryKey: registryKeys.treatment(diseaseId),
    queryFn: async ({ signal }): Promise<TreatmentWithImages | null> => {
      try {
        return await call(routes.getTreatmentOfDisease, { params: { diseaseId }, signal });
      } catch (error) {
        if (findParams(error, 'NOT_FOUND')?.kind === 'treatment') return null;
        throw error;
      }
    },
    enabled,
  });
