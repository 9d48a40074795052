import type { Disease, TrendPeriod, Trends } from '@ctdb/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, routes } from '@/lib/api';

/** Outcomes over time, of one disease or of all. */
export const useTrends = (period: TrendPeriod, diseaseId: string | undefined, enabled: boolean) =>
  useQuery({
    queryKey: ['trends', period, diseaseId],
    queryFn: ({ signal }): Promise<Trends> =>
      call(routes.getTrends, { query: { period, ...(diseaseId && { diseaseId }) }, signal }),
    placeholderData: keepPreviousData,
    // Figures follow the records, which other screens change.
    refetchOnMount: 'always',
    enabled,
  });

/** The disease that the figures are limited to. */
export const useTrendsDisease = (id: string | undefined) =>
  useQuery({
    queryKey: ['trends', 'disease', id],
    queryFn: ({ signal }): Promise<Disease> =>
      call(routes.getDisease, { params: { id: id ?? '' }, signal }),
    enabled: id !== undefined,
  });
