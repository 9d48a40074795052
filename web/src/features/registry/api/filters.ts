import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, routes } from '@/lib/api';
import type { DiseaseFilter } from '../model/filter';
import { toQuery } from './diseases';
import { registryKeys } from './keys';

/** What the registry can be filtered by, with numbers; those before stay visible meanwhile. */
export const useDiseaseFilters = ({ page: _page, sort: _sort, ...filter }: DiseaseFilter) =>
  useQuery({
    queryKey: registryKeys.filters(filter),
    queryFn: ({ signal }) => call(routes.getDiseaseFilters, { query: toQuery(filter), signal }),
    placeholderData: keepPreviousData,
  });
