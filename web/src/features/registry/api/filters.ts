import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, routes } from '@/lib/api';
import type { DiseaseFilter } from '../model/filter';
import { toQuery } from './diseases';
import { registryKeys } from './keys';

/** Loads the filters with their numbers. The former numbers stay visible until then. */
export const useDiseaseFilters = ({ page: _page, sort: _sort, ...filter }: DiseaseFilter) =>
  useQuery({
    queryKey: registryKeys.filters(filter),
    queryFn: ({ signal }) => call(routes.getDiseaseFilters, { query: toQuery(filter), signal }),
    placeholderData: keepPreviousData,
  });
