import type { ResponseOf, routes as contracts } from '@ctdb/contracts';
import { useQuery } from '@tanstack/react-query';
import { call, routes } from '@/lib/api';

/** Poll interval of the overview. */
export const OVERVIEW_POLL_MS = 10_000;

/** The state of the installation; data of unreachable services is absent. */
export type Overview = ResponseOf<typeof contracts.getOverview>;

export const useOverview = () =>
  useQuery({
    queryKey: ['operations'],
    queryFn: ({ signal }): Promise<Overview> => call(routes.getOverview, { signal }),
    refetchOnMount: 'always',
    refetchInterval: OVERVIEW_POLL_MS,
  });
