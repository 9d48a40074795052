import type { ResponseOf, routes as contracts } from '@ctdb/contracts';
import { useQuery } from '@tanstack/react-query';
import { call, routes } from '@/lib/api';

/** How often the overview is asked for, in milliseconds. */
export const OVERVIEW_POLL_MS = 10_000;

/** How the installation is; parts that cannot be asked are absent. */
export type Overview = ResponseOf<typeof contracts.getOverview>;

export const useOverview = () =>
  useQuery({
    queryKey: ['operations'],
    queryFn: ({ signal }): Promise<Overview> => call(routes.getOverview, { signal }),
    refetchOnMount: 'always',
    refetchInterval: OVERVIEW_POLL_MS,
  });
